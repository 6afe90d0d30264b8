//! Programs that `raceproof reproduce` writes compile and link.

use crate::trial;
use libtest_mimic::Trial;
use std::path::Path;
use std::process::Command;

/// Errors of different kinds: kernels of `tests/ui`, each with the options of its first line.
const KERNELS: [&str; 17] = [
    "race/scan_blelloch",
    "race/matmul_tiled",
    "race/template_stride",
    "race/launch_by_pointer",
    "race/cp_async_wait",
    "race/memset_then_count",
    "race/overlap_chosen_apart",
    "race/wmma_handover",
    "race/overlap_fields",
    "race/struct_fields",
    "race/warp_reduce_volatile",
    "race/two_warps",
    "race/cluster_rounds",
    "race/pointers_of_a_table",
    "race/overlap_with_variable",
    "divergent/ballot_in_branch",
    "race-and-divergence/ballot_of_other",
];

pub(crate) fn trials() -> impl Iterator<Item = Trial> {
    KERNELS
        .into_iter()
        .map(|name| trial(format!("reproduced: {name}"), move |toolkit| compiles(toolkit, name)))
        .chain([trial("reproduced: pauses", pauses_compile)])
}

/// What stands in other ways around an access: in a branch without braces, in functions for the host too, beside a header that
/// lies where the source does.
const PAUSED: &str = r#"#include "mine.h"
namespace there {
template <typename T>
struct Row {
    T *start;
    __host__ __device__ void set(int i, T to) const
    {
        if (i >= 0)
            start[i] = to; // its own line
        else
            start[-i] = to;
    }
};
}
__global__ void k(int *a)
{
    there::Row<int> row{a};
    row.set(threadIdx.x / SHARE, threadIdx.x);
    for (int i = 0; i < 2; i++)
        a[i] = threadIdx.x;
}
void host(int *a) { there::Row<int>{a}.set(1, 2); }
"#;

fn compiles(toolkit: &Path, name: &str) {
    made(
        toolkit,
        Path::new(env!("CARGO_MANIFEST_DIR")),
        &format!("tests/ui/{name}.cu"),
        !name.starts_with("divergent/"),
    );
}

fn pauses_compile(toolkit: &Path) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.h"), "#define SHARE 2\n").unwrap();
    std::fs::write(folder.path().join("a.cu"), format!("// raceproof: --block-dim 64\n{PAUSED}")).unwrap();
    made(toolkit, folder.path(), "a.cu", true);
}

/// The programs for a file's first error, with pauses or without.
fn made(toolkit: &Path, root: &Path, file: &str, is_paused: bool) {
    let text = std::fs::read_to_string(root.join(file)).unwrap();
    let options = text.lines().next().and_then(|line| line.strip_prefix("// raceproof: ")).unwrap_or_default();
    let raceproof = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raceproof"));
        command.args(arguments).args(options.split_whitespace()).current_dir(root);
        let output = command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR")).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let report: serde_json::Value = serde_json::from_str(&raceproof(&["check", "--format", "json", file])).unwrap();
    let kernels = report["files"][0]["kernels"].as_array().unwrap();
    let mut findings = kernels.iter().flat_map(|kernel| kernel["findings"].as_array().unwrap());
    let id = findings.find(|finding| finding["severity"] == "error").and_then(|finding| finding["id"].as_str());
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    let said = raceproof(&["reproduce", id.unwrap(), file, "-o", place]);
    assert!(said.starts_with(id.unwrap()), "{said}");
    let nvcc = format!("NVCC={}", toolkit.join("bin/nvcc").display());
    let flags = if options.contains("-arch") { "NVCCFLAGS=-O0" } else { "NVCCFLAGS=-O0 -arch=sm_80" };
    let made = Command::new("make").args(["-C", place, &nvcc, flags]).output().unwrap();
    assert!(made.status.success(), "{file}: {}", String::from_utf8_lossy(&made.stderr));
    let is_there = |program: &str| folder.path().join(program).is_file();
    assert!(is_there("reproduce"));
    assert_eq!([is_there("paused1"), is_there("paused2")], [is_paused; 2], "{file}");
}
