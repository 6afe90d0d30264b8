//! The kernels of `tests/ui` and `examples` against the built binary, one test per file.
//!
//! The folder of a kernel says what the analyser has to answer, see [`Expected::of`]; a first line
//! `// raceproof: …` gives the options of the run. `//~ RACE` behind a line says that a race is to be
//! reported there, and nowhere else in the file (`BENIGN`, `DIVERGENT`, `EXITED` likewise; a `?` after
//! the word: it may be reported). What must be turned away lies in `tests/bad-input`.
//!
//! **Invariant:** a run longer than [`LIMIT`] fails, so that a solver that gives up late is noticed.
//!
//! A line `// FIXME(wrong verdict): expected V, today W: why` states that the right verdict is out of reach
//! for now. The test then asks for W in at least one kernel, and fails once W is gone.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// The longest that one file may take.
const LIMIT: Duration = Duration::from_secs(20);

/// What the report says about every kernel of a file, and the exit code.
struct Expected {
    verdict: &'static str,
    divergence: &'static str,
    exit: i32,
}

impl Expected {
    /// From the name of the folder below `tests/ui`. An unsafe barrier leaves the race verdict open.
    fn of(folder: &str) -> Option<Self> {
        let (verdict, divergence, exit) = match folder {
            "race-free" => ("race-free", "free", 0),
            "race" => ("race", "free", 1),
            "conditional-race" => ("conditional-race", "free", 0),
            "possible-race" => ("possible-race", "free", 0),
            "exited" => ("race-free", "exited", 0),
            "divergent" => ("unknown", "divergent", 1),
            "possible-divergence" => ("unknown", "possible", 0),
            // What an unknown kernel does at its barriers may be unknown too.
            "unknown" => ("unknown", "", 0),
            _ => return None,
        };
        Some(Self { verdict, divergence, exit })
    }
}

/// The words of `//~` comments, each with the kind of finding that it stands for.
const MARKS: [(&str, &str); 4] = [
    ("RACE", "data-race"),
    ("BENIGN", "benign-race"),
    ("DIVERGENT", "barrier-divergence"),
    ("EXITED", "exited-thread"),
];

/// A kernel file: its path from the repository's root, and what its comments ask for.
struct Source {
    path: String,
    options: Vec<String>,
    /// The verdict of today, if it is known to be wrong.
    wrong: Option<String>,
    /// `(line, word, optional)`, lines counted from 1.
    marks: Vec<(u64, String, bool)>,
}

impl Source {
    fn read(root: &Path, path: &str) -> Result<Self, Failed> {
        let text = fs::read_to_string(root.join(path))?;
        let first = text.lines().next().unwrap_or_default();
        let options = first.strip_prefix("// raceproof:").unwrap_or_default();
        let mut source = Self {
            path: path.to_owned(),
            options: options.split_whitespace().map(str::to_owned).collect(),
            wrong: None,
            marks: Vec::new(),
        };
        for (number, line) in (1..).zip(text.lines()) {
            if let Some((_, words)) = line.split_once("//~") {
                for word in words.split_whitespace() {
                    let name = word.trim_end_matches('?');
                    if MARKS.iter().all(|(mark, _)| *mark != name) {
                        return Err(format!("{path}:{number}: unknown mark {word}").into());
                    }
                    source.marks.push((number, name.to_owned(), name != word));
                }
            }
            if let Some((_, rest)) = line.split_once("FIXME(wrong verdict):") {
                let today = rest.split_once("today ").map(|(_, today)| today);
                let today = today.and_then(|today| today.split([':', ',']).next());
                let Some(today) = today else {
                    return Err(format!("{path}:{number}: FIXME without `today`").into());
                };
                source.wrong = Some(today.trim().to_owned());
            }
        }
        Ok(source)
    }

    fn has_mark(&self, line: u64, word: &str) -> bool {
        self.marks.iter().any(|(at, name, _)| *at == line && name == word)
    }
}

/// One run of `raceproof check --format json`: the exit code and the document.
fn check(root: &Path, file: &str, options: &[String]) -> Result<(i32, Value), Failed> {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .current_dir(root)
        .args(["check", "--format", "json"])
        .args(options)
        .arg(file)
        .timeout(LIMIT)
        .output()?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let Some(code) = output.status.code() else {
        return Err(format!("killed by a signal, or after {LIMIT:?}\n{stderr}").into());
    };
    let document = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("exit {code}, stdout is not JSON: {error}\n{stderr}"))?;
    Ok((code, document))
}

/// The entries of an array in the report; a missing array has none.
fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// The lines that a finding speaks about: those of its accesses, or its own.
fn lines(finding: &Value) -> Vec<u64> {
    let accesses = list(finding, "accesses");
    let of_accesses = accesses.iter().filter_map(|access| access["line"].as_u64());
    match text(finding, "kind") {
        "data-race" | "benign-race" => of_accesses.collect(),
        _ => finding["line"].as_u64().into_iter().collect(),
    }
}

/// Holds the findings of a kernel against the marks; adds the marks that were met to `met`.
fn check_findings(source: &Source, kernel: &Value, met: &mut BTreeSet<(u64, String)>) -> Vec<String> {
    let mut complaints = Vec::new();
    for finding in list(kernel, "findings") {
        let kind = text(finding, "kind");
        let Some((word, _)) = MARKS.iter().find(|(_, marked)| *marked == kind) else {
            continue;
        };
        let lines = lines(finding);
        if lines.is_empty() {
            complaints.push(format!("{kind} without a line: {finding}"));
        }
        for line in lines {
            // Where a harmful race is expected, a pair of its accesses may agree on the value.
            let fits = source.has_mark(line, word) || *word == "BENIGN" && source.has_mark(line, "RACE");
            if !fits {
                complaints.push(format!("unexpected {kind} at line {line}: {}", text(finding, "message")));
            }
            met.insert((line, (*word).to_owned()));
        }
        let certain = text(finding, "verdict") == "race" && matches!(*word, "RACE" | "DIVERGENT");
        if certain && text(finding, "severity") != "error" {
            complaints.push(format!("a certain {kind} is a {}", text(finding, "severity")));
        }
    }
    complaints
}

/// Every kernel of the file answers as expected, and all marks are met.
fn check_kernel_file(root: &Path, path: &str, expected: &Expected) -> Result<(), Failed> {
    let source = Source::read(root, path)?;
    let (exit, report) = check(root, &source.path, &source.options)?;
    let mut complaints = Vec::new();
    let mut met = BTreeSet::new();
    let mut kernels = 0;
    let mut wrong = 0;
    for file in list(&report, "files") {
        if text(file, "status") != "checked" {
            complaints.push(format!("{}: {}", text(file, "status"), text(file, "reason")));
        }
        for kernel in list(file, "kernels") {
            kernels += 1;
            let (name, verdict) = (text(kernel, "name"), text(kernel, "verdict"));
            let divergence = text(kernel, "divergence");
            let reason = text(kernel, "reason");
            if source.wrong.as_deref() == Some(verdict) {
                wrong += 1;
                continue;
            }
            if verdict != expected.verdict {
                complaints.push(format!("{name}: {verdict}, not {} ({reason})", expected.verdict));
            }
            if !expected.divergence.is_empty() && divergence != expected.divergence {
                complaints.push(format!("{name}: divergence {divergence}, not {}", expected.divergence));
            }
            if verdict == "unknown" && expected.exit == 0 && reason.is_empty() {
                complaints.push(format!("{name}: unknown without a reason"));
            }
            complaints.extend(check_findings(&source, kernel, &mut met));
        }
    }
    if kernels == 0 {
        complaints.push("no kernel in the report".to_owned());
    }
    if source.wrong.is_some() {
        if wrong == 0 {
            complaints.push("the wrong verdict is gone: remove the FIXME".to_owned());
        }
    } else {
        for (line, word, optional) in &source.marks {
            if !optional && !met.contains(&(*line, word.clone())) {
                complaints.push(format!("nothing reported at line {line}, marked {word}"));
            }
        }
        if exit != expected.exit {
            complaints.push(format!("exit code {exit}, not {}", expected.exit));
        }
    }
    verdict_of(&complaints)
}

fn verdict_of(complaints: &[String]) -> Result<(), Failed> {
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n").into()) }
}

/// How a file that cannot be proved anything about may be answered.
#[derive(Clone, Copy)]
enum Refusal {
    /// Exit code 2, or `not-analysed` with a reason.
    Rejected,
    /// Kernels are listed, each `unknown` with a reason.
    Unknown,
    /// There is no kernel in it, and that is all.
    Nothing,
}

fn refusal(name: &str) -> Option<Refusal> {
    match name {
        "syntax_error.cu" | "x86.ll" | "malformed.ll" | "empty.bc" | "truncated.bc" => Some(Refusal::Rejected),
        "recursion.cu" | "indirect_call.cu" | "unknown_barrier_asm.cu" => Some(Refusal::Unknown),
        "empty.cu" => Some(Refusal::Nothing),
        _ => None,
    }
}

/// Nothing is proved about a bad file, nothing crashes, and the reason is given.
fn check_bad_input(root: &Path, file: &str, refusal: Refusal) -> Result<(), Failed> {
    let (exit, report) = check(root, file, &[])?;
    let files = list(&report, "files");
    let kernels: Vec<&Value> = files.iter().flat_map(|file| list(file, "kernels")).collect();
    let reasoned = |value: &&Value| !text(value, "reason").is_empty();
    let holds = match refusal {
        Refusal::Rejected => {
            let refused = |file: &&Value| text(file, "status") == "not-analysed" && reasoned(file);
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
    Ok(Trial::test(path.clone(), move || check_kernel_file(&root, &path, &expected)))
}

fn trials(root: &Path) -> Result<Vec<Trial>, Failed> {
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
    let truncated = Path::new(env!("CARGO_TARGET_TMPDIR")).join("truncated.bc");
    fs::write(&truncated, b"BC\xC0\xDE\x35\x14\x00\x00\x05")?;
    let mut bad = files_in(&root.join("tests/bad-input"))?;
    bad.push(("truncated.bc".to_owned(), truncated));
    for (name, path) in bad {
        let Some(refusal) = refusal(&name) else {
            return Err(format!("tests/bad-input/{name}: say in tests/ui.rs how it is refused").into());
        };
        let (root, path) = (root.to_owned(), path.display().to_string());
        let title = format!("tests/bad-input/{name}");
        trials.push(Trial::test(title, move || check_bad_input(&root, &path, refusal)));
    }
    Ok(trials)
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(failed) => {
            let trial = Trial::test("collect", move || Err(failed));
            libtest_mimic::run(&Arguments::default(), vec![trial]).exit_code()
        }
    }
}
