//! Inputs on which nothing may crash or go on for ever, whatever they hold. Run as a user runs them.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Far more than any of these takes, on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);

struct Done {
    code: i32,
    err: String,
    time: Duration,
}

fn check(folder: &Path, arguments: &[&str]) -> Done {
    let start = Instant::now();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command.current_dir(folder).arg("check").args(arguments).env("RACEPROOF_CACHE_SIZE", "0").timeout(PATIENCE);
    let output = command.output().expect("it starts");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    let code = output.status.code().unwrap_or_else(|| panic!("{arguments:?} ended with {}: {text}", output.status));
    Done { code, err: text, time: start.elapsed() }
}

fn inputs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/robust")
}

#[test]
fn debug_information_in_a_cycle_is_left_out() {
    for file in ["scope_cycle.ll", "inlined_cycle.ll"] {
        let done = check(&inputs(), &[file]);
        assert_eq!(done.code, 1, "{file}: {}", done.err);
        assert!(done.err.contains("data race on global array `p`"), "{file}: {}", done.err);
        assert!(done.err.contains("at an unknown position"), "{file}: {}", done.err);
    }
}

#[test]
fn structured_control_flow_is_checked_to_its_end() {
    let done = check(&inputs(), &["structured.ll"]);
    assert!(done.err.contains("0 unknown"), "{}", done.err);
}

/// A kernel whose functions call each other twice at each level, so that inlining them takes long, and an easy one beside it.
fn branching(levels: usize) -> String {
    let mut text =
        "target triple = \"nvptx64-nvidia-cuda\"\ndefine void @f0(ptr %p) {\n  store i32 1, ptr %p, align 4\n  \
                    ret void\n}\n"
            .to_owned();
    for i in 1..levels {
        let below = i - 1;
        let _ = writeln!(
            text,
            "define void @f{i}(ptr %p) {{\n  call void @f{below}(ptr %p)\n  call void @f{below}(ptr %p)\n  ret void\n}}"
        );
    }
    let last = levels - 1;
    let _ = writeln!(text, "define ptx_kernel void @k(ptr %p) {{\n  call void @f{last}(ptr %p)\n  ret void\n}}");
    text
}

#[test]
fn the_time_for_a_file_bounds_llvm() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("slow.ll"), branching(40)).expect("it can be written");
    fs::copy(inputs().join("scope_cycle.ll"), folder.path().join("easy.ll")).expect("it can be copied");
    for (option, why) in [("--budget=3", "--budget"), ("--timeout=0.5", "--timeout")] {
        let done = check(folder.path(), &[option, "easy.ll", "slow.ll"]);
        assert!(done.err.contains("slow.ll was not analysed") && done.err.contains(why), "{option}: {}", done.err);
        assert!(done.err.contains("1 with races"), "{option}: the other file goes on: {}", done.err);
        assert_eq!(done.code, 2, "{option}: {}", done.err);
        assert!(done.time < Duration::from_secs(40), "{option}: {:?}", done.time);
    }
}

/// `damaged.bc` ends LLVM 19's reader by a signal.
#[test]
fn what_crashes_llvm_is_not_analysed_and_the_other_files_go_on() {
    for order in [["damaged.bc", "scope_cycle.ll"], ["scope_cycle.ll", "damaged.bc"]] {
        let done = check(&inputs(), &order);
        assert_eq!(done.code, 2, "{}", done.err);
        assert!(done.err.contains("damaged.bc was not analysed: LLVM crashed on it (signal 11)"), "{}", done.err);
        assert!(done.err.contains("1 with races") && done.err.contains("1 file not analysed"), "{}", done.err);
    }
    let done = check(&inputs(), &["--emit=kernel", "damaged.bc"]);
    assert_eq!((done.code, done.err.contains("LLVM crashed on it")), (2, true), "{}", done.err);
}

#[test]
fn a_file_in_a_process_of_its_own_is_reported_as_another() {
    let done = check(&inputs(), &["-v", "--block-dim=64", "--", "scope_cycle.ll"]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("write by thread") && done.err.contains("blockDim = (64,"), "{}", done.err);
    let done = check(&inputs(), &["missing.ll", "scope_cycle.ll"]);
    assert_eq!(done.code, 2, "{}", done.err);
    assert!(done.err.contains("missing.ll was not analysed: missing.ll: No such file"), "{}", done.err);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("raceproof.toml");
    fs::write(file, "exclude = [\"a.ll\"]\nlevel = \"warp\"\n").expect("it can be written");
    for name in ["a.ll", "b.ll"] {
        fs::copy(inputs().join("scope_cycle.ll"), folder.path().join(name)).expect("it can be copied");
    }
    let done = check(folder.path(), &["-v", "a.ll", "b.ll"]);
    assert!(done.err.contains("a.ll is excluded") && done.err.contains("level block, which was not"), "{}", done.err);
}

#[test]
fn what_an_optimiser_may_have_done_is_said_where_something_is_proved() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let proved = "target triple = \"nvptx64-nvidia-cuda\"\ndefine ptx_kernel void @k(ptr %p) {\n  store i32 1, ptr %p, align 4\n  \
                  ret void\n}\n";
    fs::write(folder.path().join("proved.ll"), proved).expect("it can be written");
    let line =
        "raceproof: proved.ll: proved as it stands: what an optimiser has removed or merged before is not seen\n";
    assert!(check(folder.path(), &["proved.ll"]).err.contains(line));
    assert!(!check(&inputs(), &["scope_cycle.ll"]).err.contains("an optimiser"), "nothing is proved there");
}

#[test]
fn a_time_without_end_is_a_long_one() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.map"), "protocol \"k\" {\n    global a;\n    wr a[threadIdx.x];\n}\n")
        .expect("it is written");
    for seconds in ["1e12", "9223372036854775807", "1e19"] {
        for option in ["--timeout", "--budget"] {
            let done = check(folder.path(), &[option, seconds, "a.map"]);
            assert!(done.err.contains("1 kernel"), "{option} {seconds}: {}", done.err);
        }
        fs::write(folder.path().join("raceproof.toml"), format!("timeout = {seconds}\n")).expect("it is written");
        let done = check(folder.path(), &["a.map"]);
        fs::remove_file(folder.path().join("raceproof.toml")).expect("it is removed");
        assert!(done.err.contains("1 kernel"), "timeout = {seconds}: {}", done.err);
    }
}
