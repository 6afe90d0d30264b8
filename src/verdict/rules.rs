//! The rules: what a finding can be about, with its kind and how bad it is. Names, titles and pages are
//! [`codes`](crate::diagnostics::codes).

use super::Level;
use super::report::{Certainty, Finding, FindingKind, Severity};

/// What a finding is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    /// `RP0001` and so on, never used again.
    pub id: &'static str,
    pub kind: FindingKind,
    /// Of a finding that rests on nothing approximated; see [`Rule::severity_of`].
    pub severity: Severity,
}

impl Rule {
    /// A certain finding of this kind, of which nothing else is said yet.
    #[must_use]
    pub fn finding(&self, level: Level, what: String) -> Finding {
        Finding {
            code: self.id,
            certainty: Certainty::Race,
            kind: self.kind,
            severity: self.severity,
            level,
            array: String::new(),
            cell: String::new(),
            what,
            parties: vec![],
            witness: vec![],
            approximations: vec![],
            conditions: vec![],
            launches: vec![],
            notes: vec![],
            help: vec![],
            given: None,
            replay: None,
            gaps: vec![],
            round: None,
            idle: vec![],
            parting: None,
            dependences: vec![],
            within_warp: false,
            fixes: vec![],
            also: vec![],
            same_as: None,
            together: None,
            picture: None,
        }
    }

    /// The severity when no option asks for another: at most a warning where the finding depends on parameters or rests
    /// on approximations (docs/design.md section 2).
    #[must_use]
    pub fn severity_of(&self, certainty: Certainty) -> Severity {
        match certainty {
            Certainty::Race => self.severity,
            Certainty::Conditional | Certainty::Possible => self.severity.min(Severity::Warning),
        }
    }
}

pub const DATA_RACE: Rule = Rule { id: "RP0001", kind: FindingKind::DataRace, severity: Severity::Error };
pub const BARRIER_DIVERGENCE: Rule =
    Rule { id: "RP0002", kind: FindingKind::BarrierDivergence, severity: Severity::Error };
pub const EXITED_THREAD: Rule = Rule { id: "RP0003", kind: FindingKind::ExitedThread, severity: Severity::Warning };
pub const BENIGN_RACE: Rule = Rule { id: "RP0004", kind: FindingKind::BenignRace, severity: Severity::Warning };
pub const CONTRADICTORY_ASSUMPTIONS: Rule =
    Rule { id: "RP0005", kind: FindingKind::ContradictoryAssumptions, severity: Severity::Error };
pub const ATOMIC_PLAIN_RACE: Rule = Rule { id: "RP0006", kind: FindingKind::DataRace, severity: Severity::Error };
pub const VOLATILE_RACE: Rule = Rule { id: "RP0007", kind: FindingKind::DataRace, severity: Severity::Error };
pub const WRONG_MASK: Rule = Rule { id: "RP0008", kind: FindingKind::BarrierDivergence, severity: Severity::Error };
pub const ASYNCHRONOUS_RACE: Rule = Rule { id: "RP0009", kind: FindingKind::DataRace, severity: Severity::Error };
pub const ACTIVE_MASK: Rule = Rule { id: "RP0010", kind: FindingKind::Performance, severity: Severity::Warning };
pub const WRONG_LAUNCH: Rule = Rule { id: "RP0011", kind: FindingKind::WrongLaunch, severity: Severity::Error };
pub const NON_COHERENT: Rule = Rule { id: "RP0012", kind: FindingKind::DataRace, severity: Severity::Error };
pub const SEED_READ: Rule = Rule { id: "RP0013", kind: FindingKind::BenignRace, severity: Severity::Warning };
pub const EXCHANGED_READ: Rule = Rule { id: "RP0014", kind: FindingKind::BenignRace, severity: Severity::Warning };
pub const ABSENT_BLOCK: Rule = Rule { id: "RP0015", kind: FindingKind::DataRace, severity: Severity::Error };
pub const REDUNDANT_BARRIER: Rule =
    Rule { id: "RP0017", kind: FindingKind::RedundantBarrier, severity: Severity::Note };
pub const PROXY_FENCE: Rule = Rule { id: "RP0016", kind: FindingKind::DataRace, severity: Severity::Error };
pub const BANK_CONFLICT: Rule = Rule { id: "RP0018", kind: FindingKind::Performance, severity: Severity::Note };
pub const UNCOALESCED: Rule = Rule { id: "RP0019", kind: FindingKind::Performance, severity: Severity::Note };
