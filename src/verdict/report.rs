//! What is said about a kernel: plain data that every renderer reads (docs/design.md sections 2 and 9).

use super::approximations::Approximation;
use super::assumptions::Assumption;
use super::beside::{Idle, LaunchSites, LoopValue, Parting, Picture, Round, Together};
use super::fixes::Fix;
use super::given::Given;
use super::reasons::{Open, Reason, sentence};
use super::replay::Replay;
use super::suppressed::Suppression;
use super::unmatched::Unmatched;
use crate::span::Span;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// About data races.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Verdict {
    RaceFree,
    Race,
    ConditionalRace,
    PossibleRace,
    Unknown,
}

/// About barrier divergence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Divergence {
    Free,
    /// Only by threads that have returned.
    Exited,
    Divergent,
    Conditional,
    Possible,
    Unknown,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Certainty {
    Race,
    Conditional,
    Possible,
}

/// The list of kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum FindingKind {
    DataRace,
    BenignRace,
    BarrierDivergence,
    ExitedThread,
    ContradictoryAssumptions,
    Performance,
    /// A launch of the host that the kernel or CUDA does not allow.
    WrongLaunch,
    /// A barrier that a proof can do without.
    RedundantBarrier,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// Two threads that share an L-unit and no smaller one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Level {
    Warp,
    Block,
    Cluster,
    Grid,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum AccessMode {
    Read,
    Write,
    Atomic,
    /// A barrier that the thread reaches or misses.
    Barrier,
    /// A place of the host code that launches the kernel.
    Launch,
}

/// One side of a finding: what a thread of the witness does and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Party {
    pub mode: AccessMode,
    pub span: Span,
    pub thread: [u32; 3],
    pub block: [u32; 3],
    /// Values of this thread's own variables (its loop counters), name and value.
    pub values: Vec<(String, i64)>,
    /// What the source's variables of the loops around it are.
    pub variables: Vec<LoopValue>,
    /// The values that are not followed and that by its form it depends on, in words; empty if it is typable
    /// (*Provable GPU Data-Races*, Fig. 6).
    pub opaque: Vec<String>,
}

impl Party {
    /// Whether it happens, and where, depends on nothing that is not followed.
    #[must_use]
    pub fn typable(&self) -> bool {
        self.opaque.is_empty()
    }
}

/// One finding, with its witness.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// `RP0001` and so on, see `diagnostics::codes`; who stores findings stores it apart.
    #[serde(skip)]
    pub code: &'static str,
    pub certainty: Certainty,
    pub kind: FindingKind,
    pub severity: Severity,
    pub level: Level,
    /// Empty where no array is concerned.
    pub array: String,
    /// `tile[15][14]`, or with bytes where the cell is not aligned; empty if there is none.
    pub cell: String,
    /// What happens, as far as it is certain: see [`Finding::message`].
    pub what: String,
    /// The first is the primary one.
    pub parties: Vec<Party>,
    /// Values shared by the two threads: launch dimensions, parameters, shared loop counters.
    pub witness: Vec<(String, i64)>,
    /// What the witness rests on; empty for a true alarm.
    pub approximations: Vec<Approximation>,
    /// In C++: facts about parameters and launch under which it was proved not to happen, if all hold. Empty if none are
    /// known.
    pub conditions: Vec<String>,
    /// The launches that it was found for; empty if the host code says nothing of launches.
    pub launches: Vec<LaunchSites>,
    pub notes: Vec<String>,
    pub help: Vec<String>,
    /// All that an execution of the witness needs; nothing where there is none.
    pub given: Option<Given>,
    /// What the execution showed.
    pub replay: Option<Replay>,
    /// Where a barrier would order the parties: in front of which accesses of the kernel, by their numbers, first and last.
    pub gaps: Vec<(usize, usize)>,
    /// The parties are in different iterations of a loop with barriers.
    pub round: Option<Round>,
    /// What stands between the parties and does not order them.
    pub idle: Vec<Idle>,
    /// Of a missed barrier: where the two threads part.
    pub parting: Option<Parting>,
    /// Other lines that its accesses depend on, by data and by control: definitions of indices, branches around.
    pub dependences: Vec<Span>,
    /// Only lanes of one warp race so, and a barrier of theirs would order them.
    pub within_warp: bool,
    /// Changes of the source, each of which removes the finding, as a check of the changed source has proved.
    pub fixes: Vec<Fix>,
    /// Others that the same defect explains.
    pub also: Vec<Finding>,
    /// The finding, by its id, that tells this one of another kernel too.
    pub same_as: Option<String>,
    /// Of a performance note: what the lanes of a warp access together.
    pub together: Option<Together>,
    /// What pages for browsers draw of it; made only for those.
    pub picture: Option<Box<Picture>>,
}

impl Finding {
    /// What is said first of it: what happens, and that it only may where the witness rests on something. Empty if
    /// there is nothing to say but the title of its code.
    #[must_use]
    pub fn message(&self) -> String {
        let how = match (self.kind, self.certainty) {
            (FindingKind::DataRace | FindingKind::BarrierDivergence, Certainty::Possible) => "possible ",
            (FindingKind::DataRace | FindingKind::BarrierDivergence, Certainty::Conditional) => "conditional ",
            (FindingKind::DataRace | FindingKind::BarrierDivergence, Certainty::Race) => "",
            // Their texts say what may happen.
            (
                FindingKind::BenignRace
                | FindingKind::ExitedThread
                | FindingKind::ContradictoryAssumptions
                | FindingKind::Performance
                | FindingKind::WrongLaunch
                | FindingKind::RedundantBarrier,
                _,
            ) => "",
        };
        if self.what.is_empty() { String::new() } else { format!("{how}{}", self.what) }
    }

    /// Takes in another finding about the same places: of two conditional ones the conditions of both, and else a race rather
    /// than a possible one, and that rather than a conditional one, whose contract would not exclude it.
    pub fn absorb(&mut self, other: Finding) {
        let rank = |f: &Finding| match f.certainty {
            // Threads of different warps are more convincing.
            Certainty::Race => u8::from(f.level == Level::Warp),
            Certainty::Possible => 2,
            Certainty::Conditional => 3,
        };
        if rank(&other) < rank(self) {
            *self = other;
        } else if self.certainty == other.certainty {
            if self.conditions.is_empty() || other.conditions.is_empty() {
                self.conditions.clear(); // nothing is known to exclude one of them
            } else {
                let new: Vec<String> = other.conditions.into_iter().filter(|c| !self.conditions.contains(c)).collect();
                self.conditions.extend(new);
            }
        }
    }
}

#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stats {
    /// Products of accesses that no barrier separates, at the level with the most.
    pub phases: usize,
    /// Pairs of accesses of these products that were compared, at all levels.
    pub pairs: usize,
    /// Put to the solver: not the repeated ones, nor what was refuted on the way to it.
    pub queries: usize,
    pub lower: Duration,
    pub solve: Duration,
    /// Wall time or a failure of our own decided something: another run may come out differently.
    pub cut_short: bool,
    /// The time for the whole command was over before this kernel was finished.
    pub unfinished: bool,
}

impl Stats {
    /// Takes in what another look at the same kernel cost.
    pub fn add(&mut self, other: &Stats) {
        self.queries += other.queries;
        self.solve += other.solve;
        self.cut_short |= other.cut_short;
    }
}

/// A finding that is not told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Suppressed {
    pub finding: Finding,
    pub why: Suppression,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct KernelReport {
    /// Demangled.
    pub name: String,
    pub symbol: String,
    pub span: Span,
    /// A header of a toolkit or a system defines it, and it is not to be told of.
    pub of_library: bool,
    pub verdict: Verdict,
    pub divergence: Divergence,
    /// Why a verdict is unknown; beside a race, why others may be missing.
    pub open: Vec<Open>,
    pub findings: Vec<Finding>,
    /// Those that are not told.
    pub suppressed: Vec<Suppressed>,
    pub assumptions: Vec<Assumption>,
    pub stats: Stats,
}

impl KernelReport {
    /// What is open, in one line; empty where nothing is.
    #[must_use]
    pub fn reason(&self) -> String {
        sentence(&self.open)
    }

    /// Whether more work might decide more.
    #[must_use]
    pub fn ran_out(&self) -> bool {
        self.open.iter().any(|open| matches!(open.why, Reason::WorkUsedUp | Reason::Solver { .. }))
    }

    /// Makes the verdicts those that the findings leave; one that rests on no finding stays.
    pub fn settle(&mut self) {
        let worst = |kind| {
            let rank = |certainty: &Certainty| match certainty {
                Certainty::Race => 0,
                Certainty::Conditional => 1,
                Certainty::Possible => 2,
            };
            self.findings.iter().filter(|f| f.kind == kind).map(|f| f.certainty).min_by_key(rank)
        };
        let [race, missed] = [worst(FindingKind::DataRace), worst(FindingKind::BarrierDivergence)];
        self.verdict = match (self.verdict, race) {
            (Verdict::RaceFree | Verdict::Unknown, _) => self.verdict,
            (_, Some(Certainty::Race)) => Verdict::Race,
            (_, Some(Certainty::Conditional)) => Verdict::ConditionalRace,
            (_, Some(Certainty::Possible) | None) => Verdict::PossibleRace,
        };
        self.divergence = match (self.divergence, missed) {
            (Divergence::Free | Divergence::Exited | Divergence::Unknown, _) => self.divergence,
            (_, Some(Certainty::Race)) => Divergence::Divergent,
            (_, Some(Certainty::Conditional)) => Divergence::Conditional,
            (_, Some(Certainty::Possible) | None) => Divergence::Possible,
        };
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum FileStatus {
    Checked(Vec<KernelReport>),
    /// The reason, in one line, and the details (a compiler's output), possibly empty.
    NotAnalysed {
        reason: String,
        details: String,
    },
}

/// How bad it is that something is not known; `None` leaves it to the summary.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Severities {
    /// Of kernels that are not decided.
    pub unknown: Option<Severity>,
    /// Of a file that was not analysed.
    pub not_analysed: Option<Severity>,
}

impl Default for Severities {
    fn default() -> Severities {
        Severities { unknown: Some(Severity::Warning), not_analysed: Some(Severity::Warning) }
    }
}

#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct FileReport {
    pub path: String,
    pub status: FileStatus,
    /// What could not be found out about the whole file, and why; nothing that a verdict rests on.
    pub notes: Vec<String>,
    /// What a build compiles of it and was not checked, in words.
    pub unchecked: Vec<String>,
    /// Names that were asked for and are not in it.
    pub unmatched: Vec<Unmatched>,
    /// What is wrong with comments in it that allow findings, in words.
    pub remarks: Vec<String>,
    /// Of what is not known about it.
    pub severities: Severities,
    /// The folders, absolute, of headers of toolkits and systems.
    pub system: Vec<String>,
}

impl Default for FileStatus {
    /// Without kernels.
    fn default() -> FileStatus {
        FileStatus::Checked(vec![])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::rules::DATA_RACE;

    fn finding(certainty: Certainty, conditions: &[&str]) -> Finding {
        Finding {
            certainty,
            severity: Severity::Warning,
            conditions: conditions.iter().map(ToString::to_string).collect(),
            ..DATA_RACE.finding(Level::Block, String::new())
        }
    }

    #[test]
    fn conditions_hold_for_both_of_two_findings() {
        use Certainty::{Conditional, Possible, Race};
        for (one, other, certainty, conditions) in [
            ((Conditional, &["a"][..]), (Conditional, &["b"][..]), Conditional, &["a", "b"][..]),
            ((Conditional, &["a"]), (Conditional, &["a"]), Conditional, &["a"]),
            ((Conditional, &["a"]), (Possible, &[]), Possible, &[]),
            ((Possible, &[]), (Conditional, &["a"]), Possible, &[]),
            ((Conditional, &["a"]), (Race, &[]), Race, &[]),
            ((Race, &["a"]), (Race, &[]), Race, &[]),
            ((Race, &["a"]), (Race, &["b"]), Race, &["a", "b"]),
            ((Possible, &[]), (Possible, &[]), Possible, &[]),
        ] {
            let mut found = finding(one.0, one.1);
            found.absorb(finding(other.0, other.1));
            assert_eq!(found.certainty, certainty);
            assert_eq!(found.conditions, conditions);
        }
    }

    #[test]
    fn what_may_be_none_is_said_to_be_possible() {
        let said =
            |certainty, kind, what: &str| Finding { kind, what: what.into(), ..finding(certainty, &[]) }.message();
        let (race, exited) = (FindingKind::DataRace, FindingKind::ExitedThread);
        assert_eq!(said(Certainty::Race, race, "data race"), "data race");
        assert_eq!(said(Certainty::Conditional, race, "data race"), "conditional data race");
        assert_eq!(said(Certainty::Possible, race, "data race"), "possible data race");
        assert_eq!(said(Certainty::Possible, exited, "it may have returned"), "it may have returned");
        assert_eq!(said(Certainty::Possible, race, ""), "");
    }
}
