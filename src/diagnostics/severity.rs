//! Which findings are errors: `-W`, `-Wno-`, `-Werror`, `-Werror=`, `-Wno-error`, `-Wno-error=` and `--strict`, and the exit
//! code that follows from them (docs/design.md sections 2 and 7).
//!
//! Options work as a C++ compiler's do: of the options that name a finding the last one decides, and an option that names
//! it is stronger than `-Werror` and `--strict`, which turn every warning that is left into an error.
//!
//! **Invariant:** verdicts stay as they are. A finding that is switched off is named in its kernel's assumptions.

use crate::diagnostics::codes::{self, Code};
use crate::verdict::{Assumption, Certainty, Divergence, FileReport, FileStatus, Finding, KernelReport};
use crate::verdict::{Severity, Verdict};
use thiserror::Error;

/// What an option names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    Code(&'static Code),
    /// All conditional or all possible findings (`conditional`, `possible`); findings that are certain have no name.
    Certainty(Certainty),
    /// Kernels that are unknown and files that were not analysed (`unknown`).
    Unknown,
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

/// The options, in the order in which they were given.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Policy {
    rules: Vec<(Topic, Action)>,
    /// `-Werror`
    werror: bool,
    /// `--strict`
    strict: bool,
}

impl Topic {
    /// Everything that may follow `-W`, codes by their names.
    pub fn names() -> Vec<&'static str> {
        codes::CODES.iter().map(|code| code.name).chain(["conditional", "possible", "unknown"]).collect()
    }

    /// What a name stands for.
    pub fn parse(name: &str) -> Option<Topic> {
        match name {
            "conditional" => Some(Topic::Certainty(Certainty::Conditional)),
            "possible" => Some(Topic::Certainty(Certainty::Possible)),
            "unknown" => Some(Topic::Unknown),
            name => codes::find(name).map(Topic::Code),
        }
    }

    fn covers(self, finding: &Finding) -> bool {
        match self {
            Topic::Code(code) => code.id == finding.code,
            Topic::Certainty(certainty) => certainty == finding.certainty,
            Topic::Unknown => false,
        }
    }
}

impl Policy {
    pub fn new(strict: bool) -> Self {
        Policy { strict, ..Policy::default() }
    }

    /// With rules that come before all others.
    #[must_use]
    pub fn preceded_by(&self, rules: impl IntoIterator<Item = (Topic, Action)>) -> Self {
        Policy { rules: rules.into_iter().chain(self.rules.iter().copied()).collect(), ..self.clone() }
    }

    /// Takes one `-W…` option in.
    ///
    /// # Errors
    /// If it names nothing of ours; it may then be an option of the compiler.
    pub fn flag(&mut self, flag: &str) -> Result<(), UnknownFlag> {
        match flag {
            "-Werror" => self.werror = true,
            "-Wno-error" => self.werror = false,
            flag => self.rules.push(rule(flag).ok_or_else(|| UnknownFlag { flag: flag.to_owned() })?),
        }
        Ok(())
    }

    /// Gives every finding its severity and takes out the ones that are switched off.
    pub fn apply(&self, reports: &mut [FileReport]) {
        for report in reports {
            match &mut report.status {
                FileStatus::Checked(kernels) => kernels.iter_mut().for_each(|kernel| self.apply_to(kernel)),
                FileStatus::NotAnalysed { .. } => {}
            }
        }
    }

    fn apply_to(&self, kernel: &mut KernelReport) {
        let assumptions = &mut kernel.assumptions;
        kernel.findings.retain_mut(|finding| match self.severity_of(finding) {
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

    /// `None` if the finding is switched off. The table gives the severity that the options start from.
    pub fn severity_of(&self, finding: &Finding) -> Option<Severity> {
        let base = codes::find(finding.code).map_or(finding.severity, |code| code.rule.severity_of(finding.certainty));
        self.decide(base, |topic| topic.covers(finding))
    }

    /// Of kernels that are unknown and files that were not analysed; `None` if that is switched off.
    pub fn unknown(&self) -> Option<Severity> {
        self.decide(Severity::Warning, |topic| topic == Topic::Unknown)
    }

    fn decide(&self, base: Severity, covers: impl Fn(Topic) -> bool) -> Option<Severity> {
        let named = self.rules.iter().rev().find(|(topic, _)| covers(*topic)).map(|(_, action)| *action);
        let raised = if (self.werror || self.strict) && base == Severity::Warning { Severity::Error } else { base };
        match named {
            None | Some(Action::Default) => Some(raised),
            Some(Action::Off) => None,
            Some(Action::Error) => Some(Severity::Error),
            Some(Action::Warn) => Some(base.min(Severity::Warning)),
        }
    }

    /// 0, or 1 if something is an error. `reports` have been through [`Policy::apply`].
    pub fn exit_code(&self, reports: &[FileReport]) -> u8 {
        let unknown = self.unknown() == Some(Severity::Error);
        let failed = reports.iter().any(|report| match &report.status {
            FileStatus::NotAnalysed { .. } => unknown,
            FileStatus::Checked(kernels) => kernels.iter().any(|kernel| {
                kernel.findings.iter().any(|finding| finding.severity == Severity::Error)
                    || (unknown && is_unknown(kernel))
            }),
        });
        u8::from(failed)
    }
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
