//! The last lines of the text: what explains the codes, and the counts.

use super::super::plain::plain;
use super::advice::is_advised;
use crate::diagnostics::codes::{self, Code};
use crate::diagnostics::severity::is_unknown;
use crate::span::Span;
use crate::verdict::{
    Assumption, Certainty, Divergence, FileReport, FileStatus, Finding, FindingKind, Idle, KernelReport, Reason,
    Severity, Suppression, Verdict,
};
use std::collections::{BTreeMap, BTreeSet};

/// How many kernels and files came out how. Every kernel is counted by its verdict on races, or by what is wrong with its barriers, by both
/// where races are found as well; those of which barriers are all that stands in the way are not unknown besides.
#[derive(Default)]
struct Counts {
    free: usize,
    under_assumptions: usize,
    race: usize,
    conditional: usize,
    possible: usize,
    unknown: usize,
    divergent: usize,
    divergent_if: usize,
    divergence_unknown: usize,
    /// Kernels with errors of other kinds, as launches that are refused.
    other_errors: usize,
    /// Races of which no finding is shown, since an option or the source allows them.
    allowed: usize,
    /// The same, since the baseline has them.
    known: usize,
    /// The same, since they are not about what was asked about.
    elsewhere: usize,
    not_analysed: usize,
}

/// What to do about the findings that do not say it themselves, once for each code, and which pages say more.
pub(super) fn explain(reports: &[FileReport]) -> String {
    let shown = || reports.iter().flat_map(kernels).flat_map(|kernel| &kernel.findings);
    let codes: BTreeMap<_, _> =
        shown().filter_map(|finding| Some((finding.code, codes::find(finding.code)?))).collect();
    let says_itself = |code: &&Code| shown().filter(|one| one.code == code.id).all(is_advised);
    let (advised, others): (Vec<&Code>, Vec<&Code>) = codes.into_values().partition(says_itself);
    let line = |code: &Code| format!("raceproof: {}: {} (`raceproof explain {0}` says more)\n", code.id, code.remedy);
    let pages: Vec<String> = advised.iter().map(|code| format!("`raceproof explain {}`", code.id)).collect();
    let say = if pages.len() == 1 { "says" } else { "say" };
    let more = (!pages.is_empty()).then(|| format!("raceproof: {} {say} more\n", pages.join(" and ")));
    others.into_iter().map(line).chain(more).collect()
}

/// What finds barriers that are missing, if some may be.
pub(super) fn suggest(reports: &[FileReport]) -> String {
    let is_open = |finding: &Finding| {
        let is_certain = finding.certainty == Certainty::Race && is_race(finding);
        let is_counted = finding.idle.iter().any(|idle| match idle {
            Idle::NoWait { .. }
            | Idle::NoArrival { .. }
            | Idle::Mbarrier { .. }
            | Idle::Elected { .. }
            | Idle::Narrow { .. }
            | Idle::Overlap => true,
            Idle::Fence { .. } | Idle::Barrier { .. } | Idle::Exchange { .. } => false,
        });
        // `total += x`: a barrier between its read and its write helps nobody.
        let is_one_place = match finding.parties.as_slice() {
            [one, other] => {
                let ([a, b], _) = Span::common(&one.span, &other.span);
                a == b
            }
            _ => false,
        };
        let is_gap = !finding.gaps.is_empty() && !is_counted && !is_one_place;
        is_certain && is_gap && finding.fixes.is_empty() && finding.same_as.is_none()
    };
    let some = reports.iter().flat_map(kernels).flat_map(|kernel| &kernel.findings).any(is_open);
    if some {
        "raceproof: `--suggest` looks for barriers that remove such races, and proves that they do\n".to_owned()
    } else {
        String::new()
    }
}

/// The files of which something is proved that holds for the code as it was written only if no optimiser has changed it: a
/// line for each.
pub(super) fn optimised(reports: &[FileReport]) -> String {
    let rests = |kernel: &&KernelReport| {
        kernel.verdict == Verdict::RaceFree && kernel.assumptions.contains(&Assumption::Unoptimised)
    };
    let files = reports.iter().filter(|report| kernels(report).iter().any(|kernel| rests(&kernel)));
    let line = |report: &FileReport| {
        let path = plain(&report.path);
        format!("raceproof: {path}: proved as it stands: what an optimiser has removed or merged before is not seen\n")
    };
    files.map(line).collect()
}

/// How many kernels the time did not suffice for, if there are any: one line for all.
pub(super) fn unfinished(reports: &[FileReport]) -> String {
    let kernels: Vec<_> = reports.iter().flat_map(kernels).collect();
    let open = kernels.iter().filter(|kernel| kernel.stats.unfinished).count();
    if open == 0 {
        return String::new();
    }
    let all = plural(kernels.len(), "kernel");
    format!("raceproof: {open} of {all} not finished in the time for the whole command (see --budget), hence unknown\n")
}

/// How many kernels libraries define, and what is found in them, if there are any.
pub(super) fn libraries(reports: &[FileReport]) -> String {
    let kernels: Vec<&KernelReport> = reports.iter().flat_map(kernels).filter(|kernel| kernel.of_library).collect();
    if kernels.is_empty() {
        return String::new();
    }
    let names: BTreeSet<&str> = kernels.iter().filter_map(|kernel| library(&kernel.span.file)).collect();
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    let of = if names.is_empty() { "libraries".to_owned() } else { plain(&names) };
    let found = kernels.iter().map(|kernel| kernel.suppressed.len()).sum();
    let open = kernels.iter().filter(|kernel| is_unknown(kernel)).count();
    let (all, found) = (plural(kernels.len(), "kernel"), plural(found, "finding"));
    format!(
        "raceproof: {all} of {of} not shown, with {found}, {open} of them not decided (--system-headers shows them)\n"
    )
}

/// What the folder with headers has the library in: `cub` of `…/include/cub/block/scan.cuh`.
fn library(file: &str) -> Option<&str> {
    file.rsplit_once("/include/")?.1.split('/').next().filter(|name| !name.contains('.'))
}

/// `raceproof: 3 kernels proved race-free, 1 with races, 0 unknown`, with what else there is: all are numbers of kernels, or of files.
pub(super) fn line(reports: &[FileReport], verbose: bool) -> String {
    let counts = count(reports);
    let mut parts = vec![format!("{} proved race-free", plural(counts.free, "kernel"))];
    if counts.under_assumptions > 0 && !verbose {
        parts[0] += &format!(" ({} under assumptions, see -v)", counts.under_assumptions);
    }
    parts.push(format!("{} with races", counts.race));
    let rare = [
        (counts.conditional, format!("{} with conditional races", counts.conditional)),
        (counts.possible, format!("{} with possible races", counts.possible)),
    ];
    parts.extend(rare.into_iter().filter(|(number, _)| *number > 0).map(|(_, text)| text));
    parts.push(format!("{} unknown", counts.unknown));
    let rare = [
        (counts.divergent, format!("{} with barrier divergence", counts.divergent)),
        (counts.divergent_if, format!("{} with conditional or possible barrier divergence", counts.divergent_if)),
        (counts.divergence_unknown, format!("{} with barriers not decided", counts.divergence_unknown)),
        (counts.other_errors, format!("{} with other errors", counts.other_errors)),
        (counts.allowed, format!("{} with races that are allowed and not shown", counts.allowed)),
        (counts.known, format!("{} with races that are known and not shown", counts.known)),
        (counts.elsewhere, format!("{} with races elsewhere that are not shown", counts.elsewhere)),
        (counts.not_analysed, format!("{} not analysed", plural(counts.not_analysed, "file"))),
    ];
    parts.extend(rare.into_iter().filter(|(number, _)| *number > 0).map(|(_, text)| text));
    format!("raceproof: {}\n", parts.join(", "))
}

fn count(reports: &[FileReport]) -> Counts {
    let mut counts = Counts::default();
    for report in reports {
        match &report.status {
            // Those of libraries have a line of their own.
            FileStatus::Checked(kernels) => {
                kernels.iter().filter(|kernel| !kernel.of_library).for_each(|kernel| counts.add(kernel));
            }
            FileStatus::NotAnalysed { .. } => counts.not_analysed += 1,
        }
    }
    counts
}

impl Counts {
    fn add(&mut self, kernel: &KernelReport) {
        let aligned = match kernel.divergence {
            Divergence::Free | Divergence::Exited => true,
            Divergence::Divergent => {
                self.divergent += 1;
                false
            }
            Divergence::Conditional | Divergence::Possible => {
                self.divergent_if += 1;
                false
            }
            Divergence::Unknown => {
                self.divergence_unknown += usize::from(kernel.verdict != Verdict::Unknown);
                false
            }
        };
        let is_other = |finding: &Finding| finding.severity == Severity::Error && is_other(finding.kind);
        self.other_errors += usize::from(kernel.findings.iter().any(is_other));
        match kernel.verdict {
            Verdict::RaceFree if aligned => {
                self.free += 1;
                self.under_assumptions += usize::from(!kernel.assumptions.is_empty());
            }
            Verdict::Race => self.add_race(kernel, |counts| &mut counts.race),
            Verdict::ConditionalRace => self.add_race(kernel, |counts| &mut counts.conditional),
            Verdict::PossibleRace => self.add_race(kernel, |counts| &mut counts.possible),
            Verdict::RaceFree => {}
            Verdict::Unknown => self.unknown += usize::from(aligned || !waits_for_barriers(kernel)),
        }
    }

    fn add_race(&mut self, kernel: &KernelReport, count: fn(&mut Counts) -> &mut usize) {
        *count(self) += 1;
        let has = |why| kernel.suppressed.iter().any(|one| one.why == why && is_race(&one.finding));
        match kernel.findings.iter().any(is_race) {
            true => {}
            false if has(Suppression::Baseline) => self.known += 1,
            false if has(Suppression::Elsewhere) => self.elsewhere += 1,
            false => self.allowed += 1,
        }
    }
}

/// Whether nothing but its barriers stands in the way of looking for its races.
pub(super) fn waits_for_barriers(kernel: &KernelReport) -> bool {
    !kernel.open.is_empty() && kernel.open.iter().all(|open| open.why == Reason::NoPhases)
}

fn is_race(finding: &Finding) -> bool {
    match finding.kind {
        FindingKind::DataRace => true,
        FindingKind::BenignRace
        | FindingKind::BarrierDivergence
        | FindingKind::ExitedThread
        | FindingKind::ContradictoryAssumptions
        | FindingKind::Performance
        | FindingKind::WrongLaunch
        | FindingKind::RedundantBarrier => false,
    }
}

/// Whether a finding is neither about races nor about barriers.
fn is_other(kind: FindingKind) -> bool {
    match kind {
        FindingKind::ContradictoryAssumptions | FindingKind::WrongLaunch => true,
        FindingKind::DataRace
        | FindingKind::BenignRace
        | FindingKind::BarrierDivergence
        | FindingKind::ExitedThread
        | FindingKind::Performance
        | FindingKind::RedundantBarrier => false,
    }
}

fn kernels(report: &FileReport) -> &[KernelReport] {
    match &report.status {
        FileStatus::Checked(kernels) => kernels,
        FileStatus::NotAnalysed { .. } => &[],
    }
}

fn plural(number: usize, noun: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{end}")
}
