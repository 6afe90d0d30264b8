//! What becomes of processes and files when a build is stopped, and when raceproof takes too long.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

mod house;

use house::{House, code, stderr};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Ends with 255 when it is terminated, as the real one does.
const SLOW_NVCC: &str = "#!/bin/sh
cd \"${0%/*}/../..\"; trap 'echo >terminated; exit 255' TERM; echo $$ >nvcc; sleep 60 >/dev/null 2>&1 & wait; echo made >a.o
";
/// Ends with its standard input, as the real one does.
const SLOW_RACEPROOF: &str = "#!/bin/sh
cd \"${0%/*}\"; echo $$ >raceproof-pid; byte=$(head -c 1); echo \"byte: $byte\" >line
";
/// Takes no notice of anything.
const DEAF_RACEPROOF: &str = "#!/bin/sh
cd \"${0%/*}\"; echo $$ >raceproof-pid; exec sleep 60
";

/// Longer than anything here takes on a busy machine.
const LONG: Duration = Duration::from_secs(20);

fn start(house: &House, flags: &str) -> Child {
    let mut command = house.wrapper(&["-c", "fixed.cu", "-o", "a.o"]);
    command.env("RACEPROOF_FLAGS", flags).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn send(signal: &str, process: &Child) {
    assert!(Command::new("kill").args([signal, &process.id().to_string()]).status().unwrap().success());
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < LONG, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until the process that wrote its number into `file` has ended.
fn wait_for_end(house: &House, file: &str) {
    let number = house.read(file);
    let state = Path::new("/proc").join(number.trim()).join("stat");
    // One that nobody has waited for yet is a zombie.
    wait_until(file, || std::fs::read_to_string(&state).map_or(true, |stat| stat.contains(") Z ")));
}

fn has_number(house: &House, file: &str) -> bool {
    house.has(file) && house.read(file).ends_with('\n')
}

/// Whether this process was started with hangups ignored, as by `nohup`: then so is all that it starts.
fn ignores_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 != 0
}

#[test]
fn a_terminated_build_ends_as_nvcc_does_and_leaves_nothing() {
    let house = House::new();
    house.script("cuda/bin/nvcc", SLOW_NVCC);
    house.script("raceproof", DEAF_RACEPROOF);
    for signal in ["-TERM", "-HUP"].into_iter().filter(|signal| *signal == "-TERM" || !ignores_hangups()) {
        let process = start(&house, "");
        wait_until("both run", || has_number(&house, "nvcc") && has_number(&house, "raceproof-pid"));
        send(signal, &process);
        let output = process.wait_with_output().unwrap();
        if signal == "-TERM" {
            assert_eq!(code(&output), 255, "nvcc's own status");
            assert!(house.has("terminated"));
        } else {
            assert_eq!(output.status.signal(), Some(1), "nvcc's own end");
        }
        assert_eq!(stderr(&output), "", "nobody wants a report of a build that was stopped");
        wait_for_end(&house, "nvcc");
        wait_for_end(&house, "raceproof-pid");
        for file in ["nvcc", "raceproof-pid"] {
            std::fs::remove_file(house.path(file)).unwrap();
        }
    }
}

#[test]
fn a_killed_wrapper_takes_both_with_it() {
    let house = House::new();
    house.script("cuda/bin/nvcc", SLOW_NVCC);
    house.script("raceproof", SLOW_RACEPROOF);
    let mut process = start(&house, "");
    wait_until("both run", || has_number(&house, "nvcc") && has_number(&house, "raceproof-pid"));
    process.kill().unwrap();
    process.wait().unwrap();
    wait_for_end(&house, "nvcc");
    wait_for_end(&house, "raceproof-pid");
    assert!(house.has("terminated"));
    assert_eq!(house.read("line"), "byte: \n", "raceproof saw the end of its line");
}

#[test]
fn outputs_that_were_not_checked_go_when_the_check_is_stopped() {
    let house = House::new();
    house.script("raceproof", DEAF_RACEPROOF);
    let process = start(&house, "");
    wait_until("nvcc has ended", || house.has("a.o") && has_number(&house, "raceproof-pid"));
    // The file is there a moment before nvcc has ended.
    std::thread::sleep(Duration::from_millis(300));
    send("-TERM", &process);
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(15), "as any program that is terminated");
    assert!(!house.has("a.o"), "it would look up to date, and was not checked");
    wait_for_end(&house, "raceproof-pid");
}

#[test]
fn when_its_time_is_over_raceproof_says_what_it_knows() {
    let house = House::new();
    let answer = "echo 'raceproof: what is known' >&2";
    house.script("raceproof", &format!("{SLOW_RACEPROOF}{answer}\n"));
    let output = start(&house, "--budget 0.2").wait_with_output().unwrap();
    assert_eq!(code(&output), 0);
    assert_eq!(stderr(&output), "nvcc's stderr\nraceproof: what is known\n");
    assert_eq!(house.read("line"), "byte: .\n");
}

#[test]
fn one_that_does_not_hear_is_killed() {
    let house = House::new();
    house.script("raceproof", DEAF_RACEPROOF);
    for (flags, status) in [("--budget=0.1", 0), ("--strict --budget 0.1", 1)] {
        let output = start(&house, flags).wait_with_output().unwrap();
        assert_eq!(code(&output), status);
        let stderr = stderr(&output);
        let own: Vec<&str> = stderr.lines().filter(|line| line.contains("warning")).collect();
        assert!(own.len() == 1 && own[0].contains("not finished"), "{stderr}");
        assert_eq!(house.has("a.o"), status == 0);
        wait_for_end(&house, "raceproof-pid");
    }
}
