//! What needs a real CUDA toolkit, though no GPU: the folder in `RACEPROOF_TEST_TOOLKIT`, else the one that `make test`
//! puts into the target folder. Without either these tests are shown as ignored.
//!
//! With `RACEPROOF_TEST_ALL` every command line of `toolkit/transparency.rs` is run, else a third of them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod caches;
mod cmake;
mod headers;
mod macros;
mod options;
mod parsing;
mod reproduced;
mod transparency;

use libtest_mimic::{Arguments, Trial};
use std::path::{Path, PathBuf};

/// The toolkit's folder, absolute.
fn toolkit() -> Option<PathBuf> {
    let named = std::env::var_os("RACEPROOF_TEST_TOOLKIT").map(PathBuf::from);
    let usual = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("toolkit");
    let folder = named.or_else(|| usual.join("bin/nvcc").is_file().then_some(usual))?;
    Some(folder.canonicalize().unwrap())
}

/// The wrapper, which is built beside the analyser.
fn wrapper() -> PathBuf {
    let wrapper = Path::new(env!("CARGO_BIN_EXE_raceproof")).with_file_name("nvcc");
    assert!(wrapper.is_file(), "{} is not built: test with --workspace", wrapper.display());
    wrapper
}

/// A test that gets the toolkit's folder.
fn trial(name: impl Into<String>, run: impl FnOnce(&Path) + Send + 'static) -> Trial {
    let toolkit = toolkit();
    let missing = toolkit.is_none();
    let run = move || {
        run(&toolkit.ok_or("no CUDA toolkit: `.ci/toolkit` gets one")?);
        Ok(())
    };
    Trial::test(name, run).with_ignored_flag(missing)
}

fn main() {
    let mut trials = vec![
        trial("our_test_kernels_compile_with_its_headers", headers::our_test_kernels_compile),
        trial("macros_are_those_of_nvcc", macros::are_those_of_nvcc),
        trial("macros_let_kernels_for_nvcc_be_seen", macros::kernels_for_nvcc_are_seen),
        trial("the_table_of_options_agrees_with_nvcc", options::the_table_agrees_with_nvcc),
        trial("command_lines_are_read_as_nvcc_reads_them", parsing::agrees_with_dry_runs),
    ];
    trials.extend(reproduced::trials());
    // Between them the distribution's CMake and a newer one see each generator and each way.
    let newer = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("cmake").join("bin/cmake");
    let usual = Path::new("cmake");
    let (ninja, makefiles) = ("Ninja", "Unix Makefiles");
    let projects = [
        ("cmake: CUDACXX, Ninja", usual, ninja, cmake::Way::Variable),
        ("cmake: CMAKE_CUDA_COMPILER, Makefiles", usual, makefiles, cmake::Way::Compiler),
        ("cmake: CMAKE_CUDA_COMPILER_LAUNCHER, Ninja", usual, ninja, cmake::Way::Launcher),
        ("newer cmake: CUDACXX, Makefiles", &newer, makefiles, cmake::Way::Variable),
        ("newer cmake: CMAKE_CUDA_COMPILER_LAUNCHER, ccache, Ninja", &newer, ninja, cmake::Way::LauncherAndCcache),
    ];
    for (name, program, generator, way) in projects {
        let build = cmake::Build { cmake: program.to_owned(), generator, way };
        let missing = program.is_absolute() && !program.is_file();
        let project = trial(name, move |toolkit| cmake::builds(toolkit, &build));
        let ignored = missing || project.has_ignored_flag();
        trials.push(project.with_ignored_flag(ignored));
    }
    for cache in ["ccache", "sccache"] {
        trials.push(trial(format!("{cache} in front of the wrapper"), move |toolkit| caches::in_front(toolkit, cache)));
        trials.push(trial(format!("{cache} behind the wrapper"), move |toolkit| caches::behind(toolkit, cache)));
    }
    trials.extend(transparency::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
