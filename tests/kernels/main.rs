//! Kernels and what is said of them, one test per file: those of `tests/ui` and `examples`, random ones, and mutants.
//!
//! The folder of a kernel says what the analyser has to answer, see [`expected`]; a first line `// raceproof: …` gives the
//! options of the check. `//~ RACE` behind a line says that a race is to be reported there, and nowhere else in the file
//! (`BENIGN`, `DIVERGENT`, `EXITED` likewise; a `?` after the word: it may be reported). Each file is compiled and checked
//! once; the JSON is held against the folder and the marks, the text against a snapshot, and the verdict against runs of the
//! kernel's steps ([`steps`]); the witnesses of errors are executed ([`executed`]). What must be turned away lies in `tests/bad-input`.
//!
//! Where something is reported, its text is a snapshot beside the kernel. `INSTA_UPDATE=always cargo test
//! --test kernels` writes the snapshots anew; read the difference before it is committed.
//!
//! **Invariant:** no clock ends a check here, so that a loaded machine says the same.
//!
//! A line `// FIXME(wrong verdict): expected V, today W: why` states that the right verdict is out of reach
//! for now. The test then asks for W in at least one kernel, and fails once W is gone. Where W is the folder's verdict too,
//! it is the answer about barriers that is wrong.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

mod checked;
mod differential;
mod executed;
mod expected;
mod mutants;
mod random;
mod refused;
mod report;
#[path = "../support/schema.rs"]
mod schema;
mod source;
mod steps;
mod text;
mod words;

use checked::Checked;
use expected::Expected;
use libtest_mimic::{Arguments, Failed, Trial};
use raceproof::diagnostics::render::Format;
use refused::{check_bad_input, refusal};
use report::{check_kernel, list, text};
use serde_json::Value;
use source::Source;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Holds the text of a check against the snapshot beside the kernel; paths in it start at `tests/ui` or `examples`.
fn check_text(root: &Path, source: &Source, checked: &Checked) -> Result<(), Failed> {
    let path = root.join(&source.path);
    let top = if source.path.starts_with("tests/ui/") { "tests/ui/" } else { "examples/" };
    let printed = checked.printed(Format::Text)?;
    let told = format!("{}{}", printed.out, printed.err).replace(top, "");
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().unwrap_or(root));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(stem, words::without_values(&told)));
    Ok(())
}

/// Every kernel of the file answers as expected, and all marks are met.
fn check_report(source: &Source, expected: &Expected, exit: u8, report: &Value) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut met = BTreeSet::new();
    let files = list(report, "files");
    for file in files.iter().filter(|file| text(file, "status") != "checked") {
        complaints.push(format!("{}: {}", text(file, "status"), text(file, "reason")));
    }
    let kernels: Vec<&Value> = files.iter().flat_map(|file| list(file, "kernels")).collect();
    if kernels.is_empty() {
        complaints.push("no kernel in the report".to_owned());
    }
    let is_right = |kernel: &Value| expected.is_met(text(kernel, "verdict"), text(kernel, "divergence"));
    let is_wrong = |kernel: &&Value| source.wrong.as_deref() == Some(text(kernel, "verdict")) && !is_right(kernel);
    for kernel in kernels.iter().filter(|kernel| !is_wrong(kernel)) {
        complaints.extend(check_kernel(source, expected, kernel, &mut met));
    }
    if source.wrong.is_some() {
        if !kernels.iter().any(is_wrong) {
            complaints.push("the wrong verdict is gone: remove the FIXME".to_owned());
        }
        return complaints;
    }
    for (line, word, optional) in &source.marks {
        if !optional && !met.contains(&(*line, word.clone())) {
            complaints.push(format!("nothing reported at line {line}, marked {word}"));
        }
    }
    if exit != expected.exit {
        complaints.push(format!("exit code {exit}, not {}", expected.exit));
    }
    complaints
}

/// The file is answered as its folder and its comments ask, and runs of its kernels agree.
fn check_kernel_file(root: &Path, path: &str, expected: &Expected) -> Result<(), Failed> {
    let source = Source::read(root, path)?;
    let checked = Checked::of(&source);
    let printed = checked.printed(Format::Json)?;
    let report = serde_json::from_str(&printed.out).map_err(|error| format!("no JSON: {error}\n{}", printed.err))?;
    let mut complaints = check_report(&source, expected, printed.code, &report);
    complaints.extend(schema::faults(&report));
    complaints.extend(checked.cut_short().iter().map(|name| format!("{name}: a clock ended it, or raceproof failed")));
    complaints.extend(executed::complaints(&checked));
    complaints.extend(steps::of_file(checked.kernels.clone(), &checked.config));
    match complaints.as_slice() {
        [] if expected.is_quiet() => Ok(()),
        [] => check_text(root, &source, &checked),
        complaints => Err(complaints.join("\n").into()),
    }
}

/// The files of a folder, with their names, in order.
fn files_in(folder: &Path) -> Result<Vec<(String, PathBuf)>, Failed> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(name) = path.file_name().and_then(OsStr::to_str) {
            files.push((name.to_owned(), path.clone()));
        }
    }
    files.sort();
    Ok(files)
}

fn kernel_trial(root: &Path, path: String, folder: &str) -> Result<Trial, Failed> {
    let Some(expected) = Expected::of(folder) else {
        return Err(format!("{path}: no verdict is called {folder}").into());
    };
    let root = root.to_owned();
    let name = path.clone();
    Ok(Trial::test(name, move || steps::with_room(move || check_kernel_file(&root, &path, &expected))))
}

fn written(root: &Path) -> Result<Vec<Trial>, Failed> {
    let mut trials = Vec::new();
    for (folder, path) in files_in(&root.join("tests/ui"))? {
        for (name, _) in files_in(&path)? {
            if name.ends_with(".cu") {
                trials.push(kernel_trial(root, format!("tests/ui/{folder}/{name}"), &folder)?);
            }
        }
    }
    for (name, _) in files_in(&root.join("examples"))? {
        let folder = match name.strip_suffix(".cu").and_then(|stem| stem.rsplit_once('_')) {
            Some((_, "racy")) => "race",
            Some((_, "fixed")) => "race-free",
            Some((_, "divergent")) => "divergent",
            Some(_) | None => continue,
        };
        trials.push(kernel_trial(root, format!("examples/{name}"), folder)?);
    }
    Ok(trials)
}

fn turned_away(root: &Path) -> Result<Vec<Trial>, Failed> {
    let truncated = Path::new(env!("CARGO_TARGET_TMPDIR")).join("truncated.bc");
    fs::write(&truncated, b"BC\xC0\xDE\x35\x14\x00\x00\x05")?;
    let mut bad = files_in(&root.join("tests/bad-input"))?;
    bad.push(("truncated.bc".to_owned(), truncated));
    let trial = |(name, path): (String, PathBuf)| {
        let refusal =
            refusal(&name).ok_or_else(|| format!("tests/bad-input/{name}: say in refused.rs how it is refused"))?;
        let (root, path) = (root.to_owned(), path.display().to_string());
        Ok(Trial::test(format!("tests/bad-input/{name}"), move || check_bad_input(&root, &path, refusal)))
    };
    bad.into_iter().map(trial).collect()
}

/// A test that panics where something is wrong.
fn whole(name: &str, run: fn()) -> Trial {
    Trial::test(name, move || {
        steps::with_room(move || {
            run();
            Ok(())
        })
    })
}

/// The long ones first, so that none is left over when all others are done.
fn trials(root: &Path) -> Result<Vec<Trial>, Failed> {
    let mut trials = vec![
        whole("random/emulated", differential::emulator_and_verdicts_agree),
        whole("random/executed", differential::emulator_and_interpreter_agree),
        whole("random/blocks", steps::random_kernels),
        whole("random/lanes", steps::random_masks),
        whole("random/copies", steps::random_copies),
        whole("mutants", mutants::barriers_that_are_needed_are_missed),
        whole("mutants/named", mutants::mutants_of_named_files),
    ];
    trials.extend(written(root)?);
    trials.extend(turned_away(root)?);
    Ok(trials)
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        Ok(trials) => {
            let conclusion = libtest_mimic::run(&arguments, trials);
            steps::say();
            conclusion.exit_code()
        }
        Err(failed) => {
            let trial = Trial::test("collect", move || Err(failed));
            libtest_mimic::run(&Arguments::default(), vec![trial]).exit_code()
        }
    }
}
