//! Files of which nothing can be proved (`tests/bad-input`).

use super::report::{list, text};
use libtest_mimic::Failed;
use serde_json::Value;
use std::path::Path;

/// How a file that cannot be proved anything about may be answered.
#[derive(Clone, Copy)]
pub(crate) enum Refusal {
    /// Exit code 2, or `not-analysed` with a reason that has these words.
    Rejected(&'static str),
    /// Kernels are listed, each `unknown` with a reason.
    Unknown,
    /// There is no kernel in it, and that is all.
    Nothing,
}

pub(crate) fn refusal(name: &str) -> Option<Refusal> {
    match name {
        "syntax_error.cu" | "x86.ll" | "malformed.ll" | "empty.bc" | "truncated.bc" => Some(Refusal::Rejected("")),
        // The first error is mended.
        "half_mended.cu" => Some(Refusal::Rejected("half_mended.cu:3:31: error: unknown type name 'floot'")),
        "recursion.cu" | "indirect_call.cu" | "unknown_barrier_asm.cu" => Some(Refusal::Unknown),
        "empty.cu" => Some(Refusal::Nothing),
        _ => None,
    }
}

/// The exit code and the document of a run of the built program, which such a file may end.
fn check(root: &Path, file: &str) -> Result<(i32, Value), Failed> {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raceproof"));
    let output = command.current_dir(root).args(["check", "--format", "json", file]).output()?;
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let Some(code) = output.status.code() else { return Err(format!("killed by a signal\n{err}").into()) };
    let document =
        serde_json::from_str(&out).map_err(|error| format!("exit {code}, stdout is not JSON: {error}\n{err}"))?;
    Ok((code, document))
}

/// Nothing is proved about a bad file, nothing crashes, and the reason is given.
pub(crate) fn check_bad_input(root: &Path, file: &str, refusal: Refusal) -> Result<(), Failed> {
    let (exit, report) = check(root, file)?;
    let files = list(&report, "files");
    let kernels: Vec<&Value> = files.iter().flat_map(|file| list(file, "kernels")).collect();
    let reasoned = |value: &&Value| !text(value, "reason").is_empty();
    let holds = match refusal {
        Refusal::Rejected(words) => {
            let says = |file: &&Value| reasoned(file) && text(file, "reason").contains(words);
            let refused = |file: &&Value| text(file, "status") == "not-analysed" && says(file);
            kernels.is_empty() && (exit == 2 || exit == 0 && !files.is_empty() && files.iter().all(|f| refused(&f)))
        }
        Refusal::Unknown => {
            let unknown = |kernel: &&Value| text(kernel, "verdict") == "unknown" && reasoned(kernel);
            exit == 0 && !kernels.is_empty() && kernels.iter().all(unknown)
        }
        Refusal::Nothing => exit == 0 && kernels.is_empty(),
    };
    if holds { Ok(()) } else { Err(format!("exit code {exit}\n{report:#}").into()) }
}
