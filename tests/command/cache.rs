//! The cache of reports as processes use it: hits print the same bytes, every change is noticed, and no failure of the
//! cache changes what is said.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const KERNEL: &str = "#include \"shift.h\"
__global__ void __launch_bounds__(256) k(float *out) {
  __shared__ float tile[257];
  tile[threadIdx.x] = 1;
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x + SHIFT];
}
";

/// A folder with a source, a header, and a clang that counts how often it compiles.
fn project() -> TempDir {
    let project = tempfile::tempdir().unwrap();
    fs::create_dir(project.path().join("inc")).unwrap();
    fs::write(project.path().join("a.cu"), KERNEL).unwrap();
    fs::write(project.path().join("inc/shift.h"), "#define SHIFT 0\n").unwrap();
    let clang = project.path().join("clang");
    let script = "#!/bin/sh\ncase \" $* \" in *' -### '*) ;; *) echo >>compiled;; esac\nexec clang-19 \"$@\"\n";
    fs::write(&clang, script).unwrap();
    fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).unwrap();
    project
}

fn command(project: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command.current_dir(project).args(arguments);
    command.env("XDG_CACHE_HOME", project.join("cache")).env("RACEPROOF_CLANG", project.join("clang"));
    command.env_remove("CUDA_PATH").env_remove("CUDA_HOME").env_remove("RACEPROOF_CACHE_SIZE");
    command
}

/// JSON has the times that a report took, so equal bytes come from the cache.
fn check(project: &Path, more: &[&str]) -> Output {
    command(project, &[&["check", "--format=json", "-Iinc", "a.cu"], more].concat()).output().unwrap()
}

fn times_compiled(project: &Path) -> usize {
    fs::read_to_string(project.join("compiled")).map_or(0, |lines| lines.lines().count())
}

fn verdict(output: &Output) -> String {
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    report["files"][0]["kernels"][0]["verdict"].as_str().unwrap().to_owned()
}

fn entries(project: &Path) -> Vec<PathBuf> {
    let shards = fs::read_dir(project.join("cache/raceproof/verdicts")).into_iter().flatten();
    shards.flat_map(|shard| fs::read_dir(shard.unwrap().path()).unwrap()).map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn an_unchanged_unit_is_not_compiled_again_and_says_the_same() {
    let project = project();
    let first = check(project.path(), &[]);
    assert_eq!((verdict(&first).as_str(), times_compiled(project.path())), ("race-free", 1));
    assert_eq!(check(project.path(), &[]), first);
    assert_eq!(times_compiled(project.path()), 1);
    assert_ne!(check(project.path(), &["--no-cache"]).stdout, first.stdout);
    assert_eq!(times_compiled(project.path()), 2);

    // The text of a report is made anew.
    let text = command(project.path(), &["check", "-Iinc", "-v", "a.cu"]).output().unwrap();
    assert!(String::from_utf8_lossy(&text.stdout).contains("proved race-free"), "{text:?}");
    assert_eq!(times_compiled(project.path()), 2);
}

#[test]
fn every_change_is_noticed() {
    let project = project();
    let path = project.path();
    check(path, &[]);
    let steps: [(&str, &str, &str); 6] = [
        ("inc/shift.h", "#define SHIFT 1\n", "race"),
        ("inc/shift.h", "#define SHIFT 0 // as before\n", "race-free"),
        // In front of the other header, though nothing that was read before has changed.
        ("shift.h", "#define SHIFT 1\n", "race"),
        ("a.cu", &KERNEL.replace("SHIFT", "0"), "race-free"),
        ("a.cu", &KERNEL.replace("SHIFT", "0\n#if __has_include(<more.h>)\n + 1\n#endif\n"), "race-free"),
        ("inc/more.h", "", "race"),
    ];
    for (number, (file, text, wanted)) in steps.into_iter().enumerate() {
        fs::write(path.join(file), text).unwrap();
        assert_eq!((verdict(&check(path, &[])).as_str(), times_compiled(path)), (wanted, number + 2), "{file}: {text}");
    }
    // To the preprocessor the two are the same, but not to who reads the columns.
    let racy = KERNEL.replace("SHIFT", "1");
    let places = |text: &str| {
        fs::write(path.join("a.cu"), text).unwrap();
        let output = String::from_utf8(check(path, &[]).stdout).unwrap();
        output.lines().filter(|line| line.contains("\"column\"")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_ne!(places(&racy), places(&racy.replace("= tile", "=     tile")));
}

#[test]
fn launches_in_the_host_code_count() {
    let project = project();
    let path = project.path();
    let launch = |threads: u32| {
        let text = KERNEL.replace("= 1;", "= 1; if (threadIdx.x > 16) tile[0] = 2;");
        let host = "\n#ifdef THREADS\nvoid run(float *out) { k<<<1, THREADS>>>(out); }\n#endif\n";
        fs::write(path.join("a.cu"), text + host).unwrap();
        let header = format!("#define SHIFT 0\n#ifndef __CUDA_ARCH__\n#define THREADS {threads}\n#endif\n");
        fs::write(path.join("inc/shift.h"), header).unwrap();
        verdict(&check(path, &[]))
    };
    // The header is the same to the device, but not the launch.
    assert_eq!((launch(8), launch(64), launch(8)), ("race-free".into(), "race".into(), "race-free".into()));
}

/// As of a library's templates: neither the source nor what it includes by `"…"` has a launch in it.
#[test]
fn launches_in_a_library_count() {
    let project = project();
    let path = project.path();
    fs::write(path.join("a.cu"), "#include <run.h>\nvoid go(int *p) { run(p); }\n").unwrap();
    let launched_by = |threads: u32| {
        let header = format!(
            "template <class T> __global__ void k(T *p) {{ if (threadIdx.x == 0) *p = threadIdx.y; }}
             template <class T> void run(T *p) {{ k<T><<<1, dim3(32, {threads})>>>(p); }}\n"
        );
        fs::write(path.join("inc/run.h"), header).unwrap();
        verdict(&check(path, &[]))
    };
    // To the device all of them are the same.
    assert_eq!([1, 2, 1].map(launched_by), ["race-free", "race", "race-free"]);
    let compiled = times_compiled(path);
    assert_eq!((verdict(&check(path, &[])).as_str(), times_compiled(path)), ("race-free", compiled));
}

#[test]
fn options_count_as_far_as_they_change_the_report() {
    let project = project();
    check(project.path(), &[]);
    for (option, compiled) in
        [("--block-dim=32", 2), ("-DUNUSED", 3), ("-std=c++14", 4), ("--strict", 4), ("-Wno-data-race", 4)]
    {
        check(project.path(), &[option]);
        assert_eq!(times_compiled(project.path()), compiled, "{option}");
    }
}

#[test]
fn what_time_decided_is_not_kept() {
    let project = project();
    let late = check(project.path(), &["--timeout=0.000001"]);
    assert_eq!((verdict(&late).as_str(), times_compiled(project.path())), ("unknown", 1));
    check(project.path(), &["--timeout=0.000001"]);
    assert_eq!(times_compiled(project.path()), 2);
}

#[test]
fn what_the_limit_of_work_decided_is_kept() {
    let project = project();
    let path = project.path();
    // It is one to one, which is hard to prove.
    let hash = "unsigned h = i * (2 * i + 1);\n  h ^= h >> 7;\n  h *= 2 * h + 1;\n  h ^= h >> 13;\n  h *= 2 * h + 1;\n  \
                h ^= h >> 5;\n  h *= 2 * h + 1;\n  h ^= h >> 11;";
    let kernel = "__global__ void hard(float *a) {\n  unsigned i = threadIdx.x;";
    let hard = format!("{kernel}\n  {hash}\n  a[h] = i;\n}}\n");
    fs::write(path.join("a.cu"), hard).unwrap();
    let first = check(path, &["--launches=any"]);
    assert_eq!(verdict(&first), "unknown");
    let text = String::from_utf8_lossy(&first.stdout);
    assert!(text.contains("the work for this kernel was used up"), "{text}");
    assert_eq!((check(path, &["--launches=any"]), times_compiled(path)), (first, 1));
}

/// [`KERNEL`] and one more, with so many pairs of accesses that no machine is through in time, whatever it was compiled with.
fn with_a_long_one() -> String {
    let accesses: String =
        (0..4000).map(|n| format!("  a[threadIdx.x * n + {n}] = b[threadIdx.y * n + {n}];\n")).collect();
    format!("{KERNEL}__global__ void long_one(float *a, float *b, int n) {{\n{accesses}}}\n")
}

#[test]
fn a_build_waits_once_for_what_is_not_finished() {
    let project = project();
    let path = project.path();
    fs::write(path.join("a.cu"), with_a_long_one()).unwrap();
    let limited = |budget: &str| check(path, &[budget, "--timeout=60"]);
    // On a slow machine the first one may come to nothing.
    let is_told = |output: &Output| {
        String::from_utf8_lossy(&output.stdout).contains("not finished in the time for the whole command")
    };
    let first = (0..2).map(|_| limited("--budget=6")).find(is_told).unwrap();
    let compiled = times_compiled(path);
    assert_eq!((limited("--budget=6"), times_compiled(path)), (first, compiled));
    limited("--budget=6.5");
    assert_eq!(times_compiled(path), compiled + 1, "another limit is another try");
    check(path, &["--budget=6", "--timeout=60", "--strict"]);
    assert_eq!(times_compiled(path), compiled + 2, "a build that fails for it goes on");
}

#[test]
fn a_build_waits_once_for_what_comes_to_nothing() {
    let project = project();
    let path = project.path();
    let script = fs::read_to_string(path.join("clang")).unwrap().replace("compiled;;", "compiled; exec sleep 60;;");
    fs::write(path.join("clang"), script).unwrap();
    let compiled = || {
        let output = check(path, &["--budget=1"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        times_compiled(path)
    };
    // On a slow machine the time may be over before clang is started.
    let tried = (0..10).map(|_| compiled()).find(|times| *times == 1);
    assert_eq!((tried, compiled()), (Some(1), 1));
}

#[test]
fn kernels_that_were_finished_in_time_are_kept_beside_others() {
    let project = project();
    let path = project.path();
    fs::write(path.join("a.cu"), with_a_long_one()).unwrap();
    let kernels = || -> Vec<serde_json::Value> {
        let output = check(path, &["--timeout=3"]);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        report["files"][0]["kernels"].as_array().unwrap().clone()
    };
    let (first, second) = (kernels(), kernels());
    assert_eq!((&first[0]["verdict"], first.len()), (&"race-free".into(), 2));
    assert_eq!(times_compiled(path), 2, "the file as a whole is not known");
    assert_eq!(first[0], second[0], "with the times that it took");
    assert_ne!(first[1]["stats"], second[1]["stats"]);
}

#[test]
fn a_damaged_entry_is_made_again() {
    let project = project();
    let first = check(project.path(), &[]);
    for damage in [&b""[..], b"raceproof 1\n", &[0xff; 5000]] {
        let entries = entries(project.path());
        assert_eq!(entries.len(), 3, "the list of files, the source's and the unit's");
        for entry in entries {
            fs::write(entry, damage).unwrap();
        }
        let again = check(project.path(), &[]);
        assert_eq!((verdict(&again), again.status), (verdict(&first), first.status));
        assert_eq!(check(project.path(), &[]), again, "it was mended");
    }
}

#[test]
fn a_cache_that_cannot_be_written_is_no_trouble() {
    let project = project();
    let cache = project.path().join("cache");
    fs::write(&cache, "no folder").unwrap();
    let output = check(project.path(), &[]);
    assert_eq!((verdict(&output).as_str(), output.status.code(), output.stderr.len()), ("race-free", Some(0), 0));

    // No byte can be written, as on a disk that is full.
    fs::remove_file(&cache).unwrap();
    fs::write(project.path().join("p.map"), "shared a[256];\nwr a[tid.x];\n").unwrap();
    let map = ["check", "p.map"];
    let plain = command(project.path(), &["check", "--no-cache", "p.map"]).output().unwrap();
    let mut limited = Command::new("bash");
    limited.current_dir(project.path()).env("XDG_CACHE_HOME", &cache).arg("-c");
    limited.arg(format!("trap '' XFSZ; ulimit -f 0; exec {} {}", env!("CARGO_BIN_EXE_raceproof"), map.join(" ")));
    assert_eq!(limited.output().unwrap(), plain);
    assert_eq!(entries(project.path()), [] as [PathBuf; 0], "nothing half written is left");

    // Only to be read; root may write everywhere, and then this tests little.
    let first = check(project.path(), &[]);
    let folders: Vec<_> = entries(project.path()).iter().map(|entry| entry.parent().unwrap().to_owned()).collect();
    let allow = |mode| folders.iter().for_each(|f| fs::set_permissions(f, fs::Permissions::from_mode(mode)).unwrap());
    allow(0o555);
    assert_eq!(check(project.path(), &[]), first);
    assert_eq!(check(project.path(), &["-DOTHER"]).status, first.status);
    allow(0o755);
}

#[test]
fn sixteen_at_once_say_the_same() {
    let project = project();
    let fresh = check(project.path(), &["--no-cache"]);
    let run = || {
        let start = |_| {
            command(project.path(), &["check", "-Iinc", "a.cu"]).stderr(std::process::Stdio::piped()).spawn().unwrap()
        };
        let children: Vec<_> = (0..16).map(start).collect();
        children.into_iter().map(|child| child.wait_with_output().unwrap()).collect::<Vec<_>>()
    };
    let outputs = run();
    assert_eq!(outputs[0].status, fresh.status);
    assert!(outputs.iter().all(|output| *output == outputs[0]), "{outputs:?}");
    assert_eq!(entries(project.path()).len(), 3, "and no temporary files");
}

#[test]
fn a_run_that_is_killed_leaves_nothing_wrong() {
    let project = project();
    let fresh = check(project.path(), &["--no-cache"]);
    for delay in [0, 30, 60, 100, 150, 200, 300, 400] {
        let mut child = command(project.path(), &["check", "-Iinc", "a.cu"]);
        let mut child = child.stderr(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(delay));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let first = check(project.path(), &[]);
    assert_eq!((verdict(&first), first.status), (verdict(&fresh), fresh.status));
    assert_eq!(check(project.path(), &[]), first);
}

#[test]
fn the_cache_can_be_looked_at_and_cleared() {
    let project = project();
    let say = |action| {
        let output = command(project.path(), &["cache", action]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(say("stats").ends_with("cache/raceproof/verdicts: 0 entries, 0.0 of 256 MiB; 0 of 0 reports were there\n"));
    check(project.path(), &[]);
    assert!(say("stats").contains(": 3 entries, 0.0 of 256 MiB"));
    assert_eq!(say("clear"), "");
    assert!(say("stats").contains(": 0 entries"));
    let mut none = command(project.path(), &["check", "-Iinc", "a.cu"]);
    assert!(none.env("RACEPROOF_CACHE_SIZE", "0").output().unwrap().status.success());
    assert!(say("stats").contains(": 0 entries"));
    let mut small = command(project.path(), &["cache", "stats"]);
    let output = small.env("RACEPROOF_CACHE_SIZE", "1").output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("of 1 MiB"), "{output:?}");
}
