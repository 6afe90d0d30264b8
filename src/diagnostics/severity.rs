//! Which findings are errors: `-W`, `-Wno-`, `-Werror`, `-Werror=`, `-Wno-error`, `-Wno-error=` and `--strict`, and the exit
//! code that follows from them (docs/design.md sections 2 and 7).
//!
//! Options work as a C++ compiler's do: of the options that name a finding the last one decides, and an option that names
//! it is stronger than `-Werror` and `--strict`, which turn every warning that is left into an error.
//!
//! **Invariant:** verdicts stay as they are. A finding that is switched off is named in its kernel's assumptions.

use crate::diagnostics::codes::{self, Code};
use crate::diagnostics::fingerprint::lexically;
use crate::diagnostics::pattern::Pattern;
use crate::verdict::{Assumption, Certainty, Divergence, FileReport, FileStatus, Finding, KernelReport};
use crate::verdict::{Severities, Severity, Verdict};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What an option names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    Code(&'static Code),
    /// All conditional or all possible findings (`conditional`, `possible`); findings that are certain have no name.
    Certainty(Certainty),
    /// Kernels that are unknown and files that were not analysed (`unknown`).
    Unknown,
    /// The latter alone (`not-analysed`).
    NotAnalysed,
}

/// What an option asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// `-WX`: the severity of the table again.
    Default,
    /// `-Wno-X`
    Off,
    /// `-Werror=X`
    Error,
    /// `-Wno-error=X`: at most a warning.
    Warn,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{flag}` names no raceproof warning: known are {}", Topic::names().join(", "))]
pub struct UnknownFlag {
    pub flag: String,
}

/// What one option asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    pub topic: Topic,
    pub action: Action,
    /// The files that it is about; `None`: all.
    pub scope: Option<Scope>,
}

/// Files by their paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// To which the pattern is relative.
    pub folder: PathBuf,
    pub pattern: Pattern,
}

impl Scope {
    /// Whether it is about a file, whose path is relative to `directory`.
    #[must_use]
    pub fn covers(&self, file: &str, directory: &Path) -> bool {
        let path = lexically(&directory.join(file));
        path.strip_prefix(lexically(&self.folder)).is_ok_and(|below| self.pattern.matches_path(below))
    }
}

/// The options, in the order in which they were given.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Policy {
    rules: Vec<Ruling>,
    /// `-Werror`
    werror: bool,
    /// `--strict`
    strict: bool,
}

impl Topic {
    /// Everything that may follow `-W`, codes by their names.
    pub fn names() -> Vec<&'static str> {
        codes::CODES
            .iter()
            .map(|code| code.name)
            .chain(["conditional", "possible", "unknown", "not-analysed"])
            .collect()
    }

    /// What a name stands for.
    pub fn parse(name: &str) -> Option<Topic> {
        match name {
            "conditional" => Some(Topic::Certainty(Certainty::Conditional)),
            "possible" => Some(Topic::Certainty(Certainty::Possible)),
            "unknown" => Some(Topic::Unknown),
            "not-analysed" => Some(Topic::NotAnalysed),
            name => codes::find(name).map(Topic::Code),
        }
    }

    fn covers(self, finding: &Finding) -> bool {
        match self {
            Topic::Code(code) => code.id == finding.code,
            Topic::Certainty(certainty) => certainty == finding.certainty,
            Topic::Unknown | Topic::NotAnalysed => false,
        }
    }
}

impl Policy {
    pub fn new(strict: bool) -> Self {
        Policy { strict, ..Policy::default() }
    }

    /// With rules that come before all others.
    #[must_use]
    pub fn preceded_by(&self, rules: impl IntoIterator<Item = Ruling>) -> Self {
        Policy { rules: rules.into_iter().chain(self.rules.iter().cloned()).collect(), ..self.clone() }
    }

    /// Takes one `-W…` option in.
    ///
    /// # Errors
    /// If it names nothing of ours; it may then be an option of the compiler.
    pub fn flag(&mut self, flag: &str) -> Result<(), UnknownFlag> {
        match flag {
            "-Werror" => self.werror = true,
            "-Wno-error" => self.werror = false,
            flag => {
                let (topic, action) = rule(flag).ok_or_else(|| UnknownFlag { flag: flag.to_owned() })?;
                self.rules.push(Ruling { topic, action, scope: None });
            }
        }
        Ok(())
    }

    /// Gives everything in a report its severity and takes out the findings that are switched off. Paths are relative to `directory`.
    /// A rule that is about some files decides by that of the finding's first access, else by the kernel's, else the report's.
    pub fn apply(&self, report: &mut FileReport, directory: &Path) {
        report.severities = self.severities(&report.path, directory);
        match &mut report.status {
            FileStatus::Checked(kernels) => {
                kernels.iter_mut().for_each(|kernel| self.apply_to(kernel, &report.path, directory));
            }
            FileStatus::NotAnalysed { .. } => {}
        }
    }

    fn apply_to(&self, kernel: &mut KernelReport, path: &str, directory: &Path) {
        let assumptions = &mut kernel.assumptions;
        let of_kernel = if kernel.span.file.is_empty() { path } else { &kernel.span.file };
        let file = |finding: &Finding| {
            let own = finding.parties.first().map(|party| party.span.file.to_string());
            own.filter(|file| !file.is_empty()).unwrap_or_else(|| of_kernel.to_owned())
        };
        for suppressed in &mut kernel.suppressed {
            let severity = self.severity_of(&suppressed.finding, &file(&suppressed.finding), directory);
            suppressed.finding.severity = severity.unwrap_or(suppressed.finding.severity);
        }
        kernel.findings.retain_mut(|finding| match self.severity_of(finding, &file(finding), directory) {
            Some(severity) => {
                finding.severity = severity;
                true
            }
            None => {
                let (code, title) = (finding.code.to_owned(), title(finding).to_owned());
                let note = Assumption::SwitchedOff { code, title };
                if !assumptions.contains(&note) {
                    assumptions.push(note);
                }
                false
            }
        });
    }

    /// `None` if the finding, which is in this file, is switched off. The table gives the severity that the options start from.
    pub fn severity_of(&self, finding: &Finding, file: &str, directory: &Path) -> Option<Severity> {
        let base = codes::find(finding.code).map_or(finding.severity, |code| code.rule.severity_of(finding.certainty));
        self.decide(base, (file, directory), |topic| topic.covers(finding))
    }

    /// Of what is not known about a file.
    pub fn severities(&self, file: &str, directory: &Path) -> Severities {
        let decide =
            |topics: &[Topic]| self.decide(Severity::Warning, (file, directory), |topic| topics.contains(&topic));
        Severities { unknown: decide(&[Topic::Unknown]), not_analysed: decide(&[Topic::Unknown, Topic::NotAnalysed]) }
    }

    fn decide(
        &self,
        base: Severity,
        (file, directory): (&str, &Path),
        covers: impl Fn(Topic) -> bool,
    ) -> Option<Severity> {
        let is_about = |rule: &&Ruling| {
            covers(rule.topic) && rule.scope.as_ref().is_none_or(|scope| scope.covers(file, directory))
        };
        let named = self.rules.iter().rev().find(is_about).map(|rule| rule.action);
        let raised = if (self.werror || self.strict) && base == Severity::Warning { Severity::Error } else { base };
        match named {
            None | Some(Action::Default) => Some(raised),
            Some(Action::Off) => None,
            Some(Action::Error) => Some(Severity::Error),
            Some(Action::Warn) => Some(base.min(Severity::Warning)),
        }
    }
}

/// 0, or 1 if something is an error. `reports` have been through [`Policy::apply`].
pub fn exit_code(reports: &[FileReport]) -> u8 {
    let failed = reports.iter().any(|report| match &report.status {
        FileStatus::NotAnalysed { .. } => report.severities.not_analysed == Some(Severity::Error),
        FileStatus::Checked(kernels) => kernels.iter().filter(|kernel| !kernel.of_library).any(|kernel| {
            let is_open = report.severities.unknown == Some(Severity::Error) && is_unknown(kernel);
            is_open || kernel.findings.iter().any(|finding| finding.severity == Severity::Error)
        }),
    });
    u8::from(failed)
}

fn rule(flag: &str) -> Option<(Topic, Action)> {
    let rest = flag.strip_prefix("-W")?;
    let (name, action) = if let Some(name) = rest.strip_prefix("no-error=") {
        (name, Action::Warn)
    } else if let Some(name) = rest.strip_prefix("error=") {
        (name, Action::Error)
    } else if let Some(name) = rest.strip_prefix("no-") {
        (name, Action::Off)
    } else {
        (rest, Action::Default)
    };
    Some((Topic::parse(name)?, action))
}

fn title(finding: &Finding) -> &str {
    codes::find(finding.code).map_or(finding.what.as_str(), |code| code.title)
}

/// Whether something about the kernel was left open.
pub fn is_unknown(kernel: &KernelReport) -> bool {
    let race = match kernel.verdict {
        Verdict::Unknown => true,
        Verdict::RaceFree | Verdict::Race | Verdict::ConditionalRace | Verdict::PossibleRace => false,
    };
    let divergence = match kernel.divergence {
        Divergence::Unknown => true,
        Divergence::Free
        | Divergence::Exited
        | Divergence::Divergent
        | Divergence::Conditional
        | Divergence::Possible => false,
    };
    race || divergence
}
