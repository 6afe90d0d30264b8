//! The wrapper between a stand-in nvcc and a stand-in raceproof. What the real two do together is tested in the
//! workspace's own tests.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

mod house;

use house::{House, WRAPPER, code, stderr};

#[test]
fn a_racy_kernel_fails_every_make_and_the_fixed_one_passes() {
    let house = House::new();
    let makefile = format!("NVCC={WRAPPER}\nout.o: kernel.cu\n\t$(NVCC) -c $< -o $@ -MD -MF out.d\n");
    fs::write(house.path("Makefile"), makefile).unwrap();
    fs::copy(house.path("racy.cu"), house.path("kernel.cu")).unwrap();
    for _ in 0..2 {
        let output = house.command("make").output().unwrap();
        assert!(!output.status.success(), "a racy kernel fails the build");
        assert!(stderr(&output).contains("RP0001"), "the reason is shown: {}", stderr(&output));
        assert!(!house.has("out.o") && !house.has("out.d"), "no output is left to look up to date");
    }
    fs::copy(house.path("fixed.cu"), house.path("kernel.cu")).unwrap();
    let output = house.command("make").output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(house.has("out.o") && house.has("out.d"));
}

#[test]
fn nvcc_sees_what_the_caller_gave() {
    let house = House::new();
    let arguments = ["-c", "fixed.cu", "-o", "a b.o", "-DX=\"q\\,$(1)\"", "", "-Xcompiler", "-O2 -g", "from-stdin"];
    for policy in ["error", "off"] {
        let mut command = house.wrapper(&arguments);
        command.env("RACEPROOF", policy).env("SOME_VARIABLE", "kept");
        fs::write(house.path("input"), "through stdin\n").unwrap();
        command.stdin(fs::File::open(house.path("input")).unwrap());
        let output = command.output().unwrap();
        assert_eq!(code(&output), 0);
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "nvcc's stdout\nthrough stdin\n");

        let real = house.path("cuda/bin/nvcc").display().to_string();
        let given: Vec<&str> = [real.as_str()].into_iter().chain(arguments).collect();
        assert_eq!(house.read("argv"), given.join("\n") + "\n");
        assert_eq!(house.read("cwd").trim_end(), house.path("").display().to_string().trim_end_matches('/'));

        // The same call without the wrapper leaves the same environment.
        let through_wrapper = house.read("env");
        let mut direct = house.command(house.path("cuda/bin/nvcc"));
        direct.args(arguments).env("RACEPROOF", policy).env("SOME_VARIABLE", "kept").output().unwrap();
        assert_eq!(through_wrapper, house.read("env"));
    }
}

#[test]
fn a_real_nvcc_is_started_under_its_real_absolute_path() {
    let house = House::new();
    // A script does not see its argv[0], the kernel replaces it; a shell does: it is `$0`.
    fs::remove_file(house.path("cuda/bin/nvcc")).unwrap();
    fs::copy("/bin/sh", house.path("cuda/bin/nvcc")).unwrap();
    fs::create_dir(house.path("links")).unwrap();
    symlink(house.path("cuda/bin/nvcc"), house.path("links/nvcc")).unwrap();
    let mut command = house.wrapper(&["-c", "echo $0"]);
    let output = command.env("RACEPROOF_NVCC", "links/nvcc").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), house.path("cuda/bin/nvcc").to_str().unwrap());
}

#[test]
fn raceproof_gets_the_flags_and_the_arguments_and_comes_last() {
    let house = House::new();
    fs::create_dir(house.path("cuda/include")).unwrap();
    fs::write(house.path("cuda/include/cuda_runtime.h"), "").unwrap();
    let mut command = house.wrapper(&["-c", "fixed.cu"]);
    let output = command.env("RACEPROOF_FLAGS", "--level  block").env("CUDA_PATH", "other").output().unwrap();
    assert_eq!(house.read("raceproof-argv"), "nvcc\n--lifeline\n--level\nblock\n--\n-c\nfixed.cu\n");
    assert_eq!(house.read("raceproof-toolkit").trim_end(), house.path("cuda").to_str().unwrap());
    assert!(house.read("env").contains("CUDA_PATH=other\n"), "nvcc's own environment stays");
    assert_eq!(stderr(&output), "nvcc's stderr\nraceproof: no data race\n");
}

#[test]
fn raceproof_gives_way_to_nvcc() {
    let house = House::new();
    let number = |text: &str| text.trim().parse::<i32>().unwrap();
    let own = number(&String::from_utf8(house.command("nice").output().unwrap().stdout).unwrap());
    assert_eq!(code(&house.wrapper(&["-c", "fixed.cu"]).output().unwrap()), 0);
    assert_eq!(number(&house.read("raceproof-nice")), (own + 10).min(19));
}

#[test]
fn the_exit_status_of_nvcc_wins() {
    let house = House::new();
    fs::write(house.path("fail.cu"), "racy").unwrap();
    fs::write(house.path("crash.cu"), "fixed").unwrap();
    let failed = house.wrapper(&["-c", "fail.cu"]).output().unwrap();
    assert_eq!(code(&failed), 42);
    assert!(stderr(&failed).contains("RP0001"), "a finding is shown all the same");
    assert_eq!(house.wrapper(&["-c", "crash.cu"]).output().unwrap().status.signal(), Some(9));
}

#[test]
fn a_failing_raceproof_does_not_fail_the_build() {
    let house = House::new();
    house.script("usage", "#!/bin/sh\necho partial\necho 'clang: no such file' >&2\necho more >&2\nexit 2\n");
    house.script("crashing", "#!/bin/sh\nkill -11 $$\n");
    for (program, reason) in [("usage", "clang: no such file"), ("crashing", "signal: 11"), ("missing", "cannot start")]
    {
        let arguments = ["-c", "racy.cu", "-o", "a.o"];
        let output = house.wrapper(&arguments).env("RACEPROOF_BIN", house.path(program)).output().unwrap();
        assert_eq!(code(&output), 0, "{program}");
        assert!(house.has("a.o"), "{program}");
        let stderr = stderr(&output);
        let own: Vec<&str> = stderr.lines().filter(|line| *line != "nvcc's stderr").collect();
        assert!(own.len() == 1 && own[0].contains("warning") && own[0].contains(reason), "{program}: {stderr}");

        let mut strict = house.wrapper(&arguments);
        strict.env("RACEPROOF_BIN", house.path(program)).env("RACEPROOF_FLAGS", "--strict");
        assert_eq!(code(&strict.output().unwrap()), 1, "{program}");
        assert!(!house.has("a.o"), "{program}");
    }
}

#[test]
fn wrong_options_fail_the_build() {
    let house = House::new();
    house.script("misused", "#!/bin/sh\necho 'raceproof: error: unknown option `--stict`' >&2\nexit 3\n");
    let run = |policy: &str, file: &str| {
        let mut command = house.wrapper(&["-c", file, "-o", "a.o"]);
        command.env("RACEPROOF_BIN", house.path("misused")).env("RACEPROOF_FLAGS", "--stict").env("RACEPROOF", policy);
        command.output().unwrap()
    };
    let failed = run("error", "fixed.cu");
    assert_eq!(code(&failed), 1);
    assert!(stderr(&failed).contains("raceproof: error: RACEPROOF_FLAGS: unknown option `--stict`\n"));
    assert!(!house.has("a.o"));
    let warned = run("warn", "fixed.cu");
    assert!(code(&warned) == 0 && stderr(&warned).contains("RACEPROOF_FLAGS: unknown option"));
    assert_eq!(stderr(&run("off", "fixed.cu")), "nvcc's stderr\n");
}

#[test]
fn the_user_can_ask_for_less() {
    let house = House::new();
    let run = |policy: &str| house.wrapper(&["-c", "racy.cu", "-o", "a.o"]).env("RACEPROOF", policy).output().unwrap();
    let warned = run("warn");
    assert_eq!(code(&warned), 0);
    assert!(stderr(&warned).contains("RP0001") && house.has("a.o"));
    let off = run("off");
    assert_eq!(code(&off), 0);
    assert_eq!(stderr(&off), "nvcc's stderr\n");
    let misspelt = run("wran");
    assert_eq!(code(&misspelt), 1, "a misspelt setting does not switch the check off");
    assert!(stderr(&misspelt).contains("RACEPROOF is none of"));
}

#[test]
fn nothing_is_checked_where_nothing_is_compiled() {
    let house = House::new();
    fs::write(house.path("CMakeCUDACompilerId.cu"), "racy").unwrap();
    for arguments in [
        ["--version", "racy.cu"],
        ["--dryrun", "racy.cu"],
        ["-E", "racy.cu"],
        ["-M", "racy.cu"],
        ["-v", "CMakeCUDACompilerId.cu"],
        ["-v", "__cmake_determine_cuda"],
        ["-dlink", "racy.cu"],
        ["a.o", "b.o"],
    ] {
        let output = house.wrapper(&arguments).output().unwrap();
        assert_eq!(code(&output), 0);
        assert_eq!(stderr(&output), "nvcc's stderr\n", "{arguments:?}");
        assert!(!house.has("raceproof-argv"), "{arguments:?}");
    }
}

#[test]
fn only_ordinary_files_are_deleted() {
    let house = House::new();
    let output = house.wrapper(&["-c", "racy.cu", "-o", "/dev/null"]).output().unwrap();
    assert_eq!(code(&output), 1);
    assert!(Path::new("/dev/null").exists());
}

#[test]
fn the_real_nvcc_is_never_the_wrapper() {
    let house = House::new();
    for folder in ["copied", "linked"] {
        fs::create_dir(house.path(folder)).unwrap();
    }
    fs::copy(WRAPPER, house.path("copied/nvcc")).unwrap();
    symlink(WRAPPER, house.path("linked/nvcc")).unwrap();
    let folders = |last: &str| std::env::join_paths(["copied", "linked", last].map(|name| house.path(name))).unwrap();

    let mut found = house.wrapper(&["-c", "fixed.cu"]);
    let mut path = folders("cuda/bin");
    path.push(":/usr/bin:/bin");
    assert_eq!(code(&found.env_remove("RACEPROOF_NVCC").env("PATH", path).output().unwrap()), 0);
    assert!(house.read("argv").starts_with(house.path("cuda/bin/nvcc").to_str().unwrap()));

    let mut none = house.wrapper(&["-c", "fixed.cu"]);
    none.env_remove("RACEPROOF_NVCC").env("PATH", folders("nowhere"));
    none.env("CUDA_PATH", house.path("nowhere"));
    if !Path::new("/usr/local/cuda/bin/nvcc").exists() {
        assert_eq!(code(&none.output().unwrap()), 127);
    }

    let named = house.wrapper(&["-c", "fixed.cu"]).env("RACEPROOF_NVCC", house.path("copied/nvcc")).output().unwrap();
    assert_eq!(code(&named), 127);
}

#[test]
fn a_cache_that_calls_nvcc_again_reaches_the_real_one() {
    let house = House::new();
    for folder in ["wrapper", "cache"] {
        fs::create_dir(house.path(folder)).unwrap();
    }
    symlink(WRAPPER, house.path("wrapper/nvcc")).unwrap();
    house.script("cache/nvcc", "#!/bin/sh\necho cached >&2\nnvcc \"$@\"\n");
    let folders = ["wrapper", "cache", "cuda/bin"].map(|name| house.path(name));
    let mut path = std::env::join_paths(folders).unwrap();
    path.push(":/usr/bin:/bin");
    let mut command = house.wrapper(&["-c", "fixed.cu"]);
    let output = command.env_remove("RACEPROOF_NVCC").env("PATH", path).output().unwrap();
    assert_eq!(code(&output), 0);
    let expected = "cached\nnvcc's stderr\nraceproof: no data race\n";
    assert_eq!(stderr(&output), expected, "through the cache once, checked once");
}

#[test]
fn a_launcher_may_name_the_compiler_first() {
    let house = House::new();
    let nvcc = house.path("cuda/bin/nvcc").display().to_string();
    let output = house.wrapper(&[&nvcc, "-c", "racy.cu"]).env_remove("RACEPROOF_NVCC").output().unwrap();
    assert_eq!(code(&output), 1);
    assert_eq!(house.read("argv"), format!("{nvcc}\n-c\nracy.cu\n"));
    assert_eq!(house.read("raceproof-argv"), "nvcc\n--lifeline\n--\n-c\nracy.cu\n");
}

#[test]
fn a_cache_may_stand_between_the_wrapper_and_the_compiler() {
    let house = House::new();
    house.script("cache", "#!/bin/sh\necho \"cached: $1\" >&2\nexec \"$@\"\n");
    let (cache, nvcc) = (house.path("cache"), house.path("cuda/bin/nvcc"));
    let (cache, nvcc) = (cache.to_str().unwrap(), nvcc.to_str().unwrap());
    let mut path = std::env::join_paths([house.path(""), house.path("cuda/bin")]).unwrap();
    path.push(":/usr/bin:/bin");
    // The last one has found this wrapper as its compiler: it is not started twice.
    for (launcher, compiler) in [(cache, nvcc), ("cache", nvcc), ("cache", "nvcc"), ("cache", WRAPPER)] {
        let mut command = house.wrapper(&[launcher, compiler, "-c", "racy.cu", "-o", "a.o"]);
        let output = command.env_remove("RACEPROOF_NVCC").env("PATH", &path).output().unwrap();
        assert_eq!(code(&output), 1, "{launcher} {compiler}: {}", stderr(&output));
        assert!(stderr(&output).starts_with(&format!("cached: {nvcc}\nnvcc's stderr\nerror[RP0001]")));
        assert_eq!(house.read("argv"), format!("{nvcc}\n-c\nracy.cu\n-o\na.o\n"));
        assert_eq!(house.read("raceproof-argv"), "nvcc\n--lifeline\n--\n-c\nracy.cu\n-o\na.o\n");
        assert!(!house.has("a.o"));
    }
    // What is not compiled goes through it too.
    let output = house.wrapper(&[cache, nvcc, "-E", "racy.cu"]).output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, format!("cached: {nvcc}\nnvcc's stderr\n")));
    // An input that is called as a compiler is one.
    std::fs::write(house.path("nvcc"), "an object").unwrap();
    assert_eq!(code(&house.wrapper(&["fixed.o", "nvcc"]).output().unwrap()), 0);
    assert_eq!(house.read("argv"), format!("{nvcc}\nfixed.o\nnvcc\n"));
}
