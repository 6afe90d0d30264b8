//! A folder with stand-ins for nvcc and raceproof.
//!
//! The stand-in nvcc records how it was started and writes the file after `-o`. The stand-in raceproof calls a source
//! racy that holds the word `racy`.
#![allow(dead_code, unreachable_pub, reason = "no test file uses all of it")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub const WRAPPER: &str = env!("CARGO_BIN_EXE_nvcc");

/// Records the path that it is executed by and every argument, one in a line, and writes the outputs.
const NVCC: &str = r#"#!/bin/sh
here=${0%/*}
printf '%s\n' "$0" "$@" >"$here/../../argv"
env | sort >"$here/../../env"
pwd >"$here/../../cwd"
echo "nvcc's stdout"; echo "nvcc's stderr" >&2
for a; do [ "$a" = from-stdin ] && cat; done
for a; do [ "$a" = fail.cu ] && exit 42; [ "$a" = crash.cu ] && kill -9 $$; done
while [ $# -gt 0 ]; do
    case $1 in
        -o | -MF) echo made >"$2"; shift ;;
    esac
    shift
done
exit 0
"#;

const RACEPROOF: &str = r#"#!/bin/sh
printf '%s\n' "$@" >"${0%/*}/raceproof-argv"
echo "$CUDA_PATH" >"${0%/*}/raceproof-toolkit"
nice >"${0%/*}/raceproof-nice"
for a; do
    case $a in
        *.cu) grep -q racy "$a" && { echo "error[RP0001]: data race"; exit 1; } ;;
    esac
done
echo "raceproof: no data race"
"#;

/// A folder with a toolkit (`cuda/bin/nvcc`), a raceproof, and sources.
pub struct House {
    folder: tempfile::TempDir,
}

impl House {
    pub fn new() -> House {
        let house = House { folder: tempfile::tempdir().unwrap() };
        fs::create_dir_all(house.path("cuda/bin")).unwrap();
        house.script("cuda/bin/nvcc", NVCC);
        house.script("raceproof", RACEPROOF);
        fs::write(house.path("racy.cu"), "racy").unwrap();
        fs::write(house.path("fixed.cu"), "fixed").unwrap();
        house
    }

    pub fn path(&self, name: &str) -> PathBuf {
        // The temporary folder may itself lie behind a link, and the wrapper resolves links.
        self.folder.path().canonicalize().unwrap().join(name)
    }

    pub fn script(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// `program` in this folder, with the environment that most tests want.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.current_dir(self.path("")).stdin(Stdio::null());
        command.env_remove("RACEPROOF").env_remove("RACEPROOF_FLAGS").env_remove("CUDA_PATH");
        command.env("RACEPROOF_NVCC", self.path("cuda/bin/nvcc")).env("RACEPROOF_BIN", self.path("raceproof"));
        command
    }

    pub fn wrapper(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(WRAPPER);
        command.args(arguments);
        command
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}
