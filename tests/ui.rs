//! The kernels of `tests/ui` and `examples` against the built binary, one test per file.
//!
//! The folder of a kernel says what the analyser has to answer, see [`Expected::of`]; a first line
//! `// raceproof: …` gives the options of the run. `//~ RACE` behind a line says that a race is to be
//! reported there, and nowhere else in the file (`BENIGN`, `DIVERGENT`, `EXITED` likewise; a `?` after
//! the word: it may be reported). What must be turned away lies in `tests/bad-input`.
//!
//! Where something is reported, its text is a snapshot beside the kernel. `INSTA_UPDATE=always cargo test
//! --test ui` writes the snapshots anew; read the difference before it is committed.
//!
//! **Invariant:** a run longer than [`LIMIT`] fails, so that a solver that gives up late is noticed.
//!
//! A line `// FIXME(wrong verdict): expected V, today W: why` states that the right verdict is out of reach
//! for now. The test then asks for W in at least one kernel, and fails once W is gone. Where W is the folder's verdict too,
//! it is the answer about barriers that is wrong.

#[path = "support/words.rs"]
mod words;

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
    /// From the name of the folder below `tests/ui`. An unsafe barrier leaves the race verdict open, but for races that
    /// need no barrier.
    fn of(folder: &str) -> Option<Self> {
        let (verdict, divergence, exit) = match folder {
            "race-free" => ("race-free", "free", 0),
            "race" => ("race", "free", 1),
            "conditional-race" => ("conditional-race", "free", 0),
            "possible-race" => ("possible-race", "free", 0),
            "exited" => ("race-free", "exited", 0),
            "divergent" => ("unknown", "divergent", 1),
            "race-and-exited" => ("race", "exited", 1),
            "race-and-divergence" => ("race", "divergent", 1),
            "conditional-divergence" => ("unknown", "conditional", 0),
            "possible-divergence" => ("unknown", "possible", 0),
            // A launch that breaks a contract, and one that CUDA refuses.
            "wrong-launch" => ("unknown", "free", 1),
            "refused-launch" => ("race-free", "free", 1),
            // What an unknown kernel does at its barriers may be unknown too.
            "unknown" => ("unknown", "", 0),
            _ => return None,
        };
        Some(Self { verdict, divergence, exit })
    }

    fn is_met(&self, verdict: &str, divergence: &str) -> bool {
        verdict == self.verdict && (self.divergence.is_empty() || divergence == self.divergence)
    }

    /// Nothing to show: proved without a warning about barriers.
    fn is_quiet(&self) -> bool {
        self.verdict == "race-free" && self.divergence == "free"
    }
}

/// The words of `//~` comments, each with the kind of finding that it stands for.
const MARKS: [(&str, &str); 5] = [
    ("RACE", "data-race"),
    ("BENIGN", "benign-race"),
    ("DIVERGENT", "barrier-divergence"),
    ("EXITED", "exited-thread"),
    ("LAUNCH", "wrong-launch"),
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

/// One run of `raceproof check`, in `folder`: the exit code, stdout and stderr.
fn run(folder: &Path, format: &str, options: &[String], file: &str) -> Result<(i32, String, String), Failed> {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .current_dir(folder)
        .args(["check", "--format", format])
        .args(options)
        .arg(file)
        .timeout(LIMIT)
        .output()?;
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    match output.status.code() {
        Some(code) => Ok((code, out, err)),
        None => Err(format!("killed by a signal, or after {LIMIT:?}\n{err}").into()),
    }
}

/// The exit code and the document of a run with `--format json`.
fn check(root: &Path, file: &str, options: &[String]) -> Result<(i32, Value), Failed> {
    let (code, out, err) = run(root, "json", options, file)?;
    let document =
        serde_json::from_str(&out).map_err(|error| format!("exit {code}, stdout is not JSON: {error}\n{err}"))?;
    Ok((code, document))
}

/// Holds the text of a run against the snapshot beside the kernel; paths in it start at `tests/ui` or
/// `examples`.
fn check_text(root: &Path, source: &Source) -> Result<(), Failed> {
    let path = root.join(&source.path);
    let top = source.path.strip_prefix("tests/ui/").map_or("examples", |_| "tests/ui");
    let file = source.path[top.len()..].trim_start_matches('/');
    let (_, out, err) = run(&root.join(top), "text", &source.options, file)?;
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().unwrap_or(root));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(stem, words::without_values(&format!("{out}{err}"))));
    Ok(())
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

/// Holds one kernel of the report against what is expected of its file.
fn check_kernel(
    source: &Source,
    expected: &Expected,
    kernel: &Value,
    met: &mut BTreeSet<(u64, String)>,
) -> Vec<String> {
    let [name, verdict, divergence, reason] = ["name", "verdict", "divergence", "reason"].map(|key| text(kernel, key));
    let mut complaints = Vec::new();
    if verdict != expected.verdict {
        complaints.push(format!("{name}: {verdict}, not {} ({reason})", expected.verdict));
    }
    if !expected.divergence.is_empty() && divergence != expected.divergence {
        complaints.push(format!("{name}: divergence {divergence}, not {}", expected.divergence));
    }
    if verdict == "unknown" && reason.is_empty() {
        complaints.push(format!("{name}: unknown without a reason"));
    }
    complaints.extend(check_findings(source, kernel, met));
    complaints
}

/// Every kernel of the file answers as expected, and all marks are met.
fn check_kernel_file(root: &Path, path: &str, expected: &Expected) -> Result<(), Failed> {
    let source = Source::read(root, path)?;
    let (exit, report) = check(root, &source.path, &source.options)?;
    let mut complaints = Vec::new();
    let mut met = BTreeSet::new();
    let files = list(&report, "files");
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
        complaints.extend(check_kernel(&source, expected, kernel, &mut met));
    }
    if source.wrong.is_some() {
        if !kernels.iter().any(is_wrong) {
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
    match complaints.as_slice() {
        [] if expected.is_quiet() => Ok(()),
        [] => check_text(root, &source),
        complaints => Err(complaints.join("\n").into()),
    }
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
