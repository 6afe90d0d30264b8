//! The emulator: kernels compiled for the host, and what their launches do there.

use super::generate::{Kernel, PARAMETERS};
use crate::random::Random;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A launch with its arguments and what picks the memory's contents and the order of the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Launch {
    pub(crate) block: (u32, u32),
    pub(crate) grid: (u32, u32),
    pub(crate) n: i32,
    pub(crate) m: i32,
    pub(crate) u: u32,
    pub(crate) seed: u32,
    pub(crate) schedule: u32,
}

/// What a launch did.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// Ended without undefined behaviour, accesses outside of the arrays, or too many steps.
    pub(crate) valid: bool,
    pub(crate) diverged: bool,
    pub(crate) exited: bool,
    /// Ended by arithmetic without a meaning: signed arithmetic that wrapped, most often.
    pub(crate) undefined: bool,
    /// Unsigned arithmetic wrapped.
    pub(crate) wrapped: bool,
    /// The arrays with races that matter.
    pub(crate) races: BTreeSet<String>,
    /// The arrays whose only races are writes of the same value to the same cell.
    pub(crate) benign: BTreeSet<String>,
    /// The arrays with races of threads that return with others that go on behind a barrier. PTX orders them in no way; the analysis takes
    /// them as ordered, and says so (RA0008).
    pub(crate) late: BTreeSet<String>,
}

impl Outcome {
    /// Whether there is a race on this array. What is reached by a pointer from memory may have any name.
    pub(crate) fn names(&self, array: &str) -> bool {
        let known = ["a", "b", "c", "h", "y", "r", "s0", "s1", "s2", "s3"].contains(&array);
        self.races.iter().chain(&self.benign).any(|a| !known || a == array)
    }
}

impl Launch {
    pub(crate) fn random(random: &mut Random) -> Launch {
        let small = |r: &mut Random| i32::try_from(r.below(11)).unwrap_or(0) - 2;
        let (mut n, m) = (small(random), small(random));
        let mut u = random.below(9) as u32;
        if random.chance(15) {
            u = *random.pick(&[1 << 31, u32::MAX, 0x7fff_ffff, 65536, 0x9000_0001, u32::MAX - 2]);
        }
        if random.chance(10) {
            n = *random.pick(&[i32::MAX, i32::MIN, 65535, 1 << 20, -(1 << 28)]);
        }
        Launch {
            block: (2 + random.below(7) as u32, 1),
            grid: *random.pick(&[(1, 1), (1, 1), (1, 1), (2, 1), (2, 1), (3, 1), (2, 2), (1, 2)]),
            n,
            m,
            u,
            seed: random.below(1000) as u32,
            schedule: random.below(3) as u32,
        }
    }
}

pub(crate) struct Emulator {
    binary: PathBuf,
}

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/differential")
}

fn text(file: &str) -> String {
    fs::read_to_string(here().join(file)).unwrap()
}

/// The kernels as one CUDA file.
pub(crate) fn cuda(kernels: &[Kernel]) -> String {
    const HEAD: &str = "\
        #define RP_SHARED(type, name, count) __shared__ type name[count]\n\
        #define RP_OFF(type, name, count) __shared__ type name[count]\n\
        #define RP_ALIGNED(type, name, count) __shared__ __align__(16) type name[count]\n\
        #define RP_ONE(type, name) __shared__ type name\n\
        #define RP_WATCH(name)\n\
        #define RP_EXTERN(type, name) extern __shared__ type name[]\n\
        struct Rec { int x; short y; unsigned char z[2]; };\n\
        struct Par { int cells[4]; unsigned char bytes[4]; int n; };\n";
    let mut out = HEAD.to_owned();
    out.push_str(&text("device.h"));
    for (i, k) in kernels.iter().enumerate() {
        out.push_str(&k.text(&format!("k{i}")));
    }
    out
}

fn host(kernels: &[Kernel]) -> String {
    let mut out = "#include \"emulator.h\"\n#include \"device.h\"\n".to_owned();
    let mut calls = String::new();
    let names: Vec<String> = PARAMETERS
        .split(',')
        .filter_map(|p| p.rsplit([' ', '*']).next())
        .map(|p| format!("rp_arguments.{p}"))
        .collect();
    for (i, k) in kernels.iter().enumerate() {
        out.push_str(&k.text(&format!("k{i}")));
        let more = if k.takes_struct { ", rp_arguments.par" } else { "" };
        calls.push_str(&format!("    case {i}: k{i}({}{more}); break;\n", names.join(", ")));
    }
    out + "rp_parameters rp_arguments;\nint rp_chosen;\nvoid rp_kernel(int number) {\n    switch (number) {\n"
        + &calls
        + "    }\n}\n"
}

fn clang(folder: &Path, arguments: &[&str]) {
    let out = Command::new("clang++-19")
        .args(["-std=c++17", "-w", "-fno-exceptions", "-I"])
        .arg(here())
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}

/// Compiles the callbacks, once for all batches.
pub(crate) fn runtime(folder: &Path) {
    let source = here().join("emulator.cpp");
    clang(folder, &["-O1", "-c", &source.to_string_lossy(), "-o", "emulator.o"]);
}

impl Emulator {
    /// `folder` has what [`runtime`] made.
    pub(crate) fn new(folder: &Path, kernels: &[Kernel]) -> Emulator {
        const SANITISERS: &str = "-fsanitize=thread,signed-integer-overflow,unsigned-integer-overflow,\
            shift-exponent,integer-divide-by-zero";
        fs::write(folder.join("kernels.cpp"), host(kernels)).unwrap();
        let recover = ["-fsanitize-recover=all", "-fsanitize-coverage=trace-pc"];
        clang(folder, &["-O0", SANITISERS, recover[0], recover[1], "-c", "kernels.cpp", "-o", "kernels.o"]);
        clang(folder, &["kernels.o", "emulator.o", "-o", "emulator"]);
        Emulator { binary: folder.join("emulator") }
    }

    pub(crate) fn run(&self, launches: &[(usize, Launch)]) -> Vec<Outcome> {
        self.run_with(launches, None)
    }

    /// As [`Emulator::run`]; what memory holds before and after is written to a folder.
    pub(crate) fn run_with(&self, launches: &[(usize, Launch)], memory: Option<&Path>) -> Vec<Outcome> {
        let mut input = String::new();
        for (kernel, l) in launches {
            let ((x, y), (g, h)) = (l.block, l.grid);
            input.push_str(&format!("{kernel} {x} {y} {g} {h} {} {} {} {} {}\n", l.n, l.m, l.u, l.seed, l.schedule));
        }
        let mut command = Command::new(&self.binary);
        if let Some(folder) = memory {
            command.env("RP_MEMORY", folder);
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
        let out = child.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        let lines: Vec<Outcome> = String::from_utf8_lossy(&out.stdout).lines().map(outcome).collect();
        assert_eq!(lines.len(), launches.len(), "the emulator ended early: {}", out.status);
        lines
    }
}

fn outcome(line: &str) -> Outcome {
    let mut o = Outcome::default();
    for word in line.split(' ') {
        match word {
            "done" => o.valid = true,
            "exited" => (o.valid, o.exited) = (true, true),
            "diverged" => (o.valid, o.diverged) = (true, true),
            "wrapped" => o.wrapped = true,
            "undefined" => o.undefined = true,
            _ => {
                if let Some(array) = word.strip_prefix("race:") {
                    o.races.insert(array.to_owned());
                } else if let Some(array) = word.strip_prefix("benign:") {
                    o.benign.insert(array.to_owned());
                } else if let Some(array) = word.strip_prefix("late:") {
                    o.late.insert(array.to_owned());
                }
            }
        }
    }
    o
}
