//! What was found for any launch of a shape, in launches whose dimensions and arguments are related as the host makes them.
//!
//! Direction: a witness that is not seen to be of such a launch is one of a race that may be none.

use crate::analysis::facts::prepare::prepare;
use crate::kernel::{Kernel, LaunchFacts};
use crate::term::{Environment, Func, Owner, Terms, Var, VarKind};
use crate::verdict::{About, Approximation, Certainty, Finding, FindingKind, Given, KernelReport, Severity};

/// A report whose findings may be none in launches as the host makes them.
#[must_use]
pub fn possible(report: KernelReport, why: &Approximation) -> KernelReport {
    unless(report, why, &|_| false)
}

/// A report for launches with these facts, of one for launches that need not have their relations: a witness with which they hold
/// is one of theirs, too.
#[must_use]
pub fn obeying(kernel: &Kernel, launch: &LaunchFacts, report: KernelReport) -> KernelReport {
    let world = prepare(kernel, launch);
    let holds = |finding: &Finding| {
        let Some(given) = &finding.given else { return false };
        let witness = Launched { terms: &world.terms, given };
        world.impossible.is_empty()
            && world.kernel.facts.iter().all(|fact| world.terms.eval(*fact, &witness) == Some(1))
    };
    unless(report, &Approximation::Unrelated, &holds)
}

/// Takes in the races that are known of questions that a report leaves open, or answers by a finding that may be none.
pub fn complete(report: &mut KernelReport, known: KernelReport) {
    let open: Vec<About> = report.open.iter().map(|open| open.about.clone()).collect();
    for finding in known.findings.into_iter().filter(|f| f.certainty == Certainty::Race) {
        let is_open = is_about(&finding, &open);
        match report.findings.iter_mut().find(|f| is_alike(f, &finding)) {
            Some(old) if is_open || old.certainty == Certainty::Possible => old.absorb(finding),
            None if is_open => report.findings.push(finding),
            Some(_) | None => {}
        }
    }
    report.settle();
}

/// A report whose findings may be none but for some.
fn unless(mut report: KernelReport, why: &Approximation, is_certain: &dyn Fn(&Finding) -> bool) -> KernelReport {
    let certain = |f: &&mut Finding| has_witness(f.kind) && f.certainty == Certainty::Race;
    for finding in report.findings.iter_mut().filter(certain).filter(|f| !is_certain(f)) {
        (finding.certainty, finding.severity) = (Certainty::Possible, finding.severity.min(Severity::Warning));
        finding.approximations.push(why.clone());
    }
    report.settle();
    report
}

/// Whether a finding of this kind rests on a launch of its witness, and not on the source or the host's code alone.
fn has_witness(kind: FindingKind) -> bool {
    match kind {
        FindingKind::DataRace
        | FindingKind::BenignRace
        | FindingKind::BarrierDivergence
        | FindingKind::ExitedThread => true,
        FindingKind::ContradictoryAssumptions
        | FindingKind::Performance
        | FindingKind::WrongLaunch
        | FindingKind::RedundantBarrier => false,
    }
}

/// Whether a question is open that a finding answers.
fn is_about(finding: &Finding, open: &[About]) -> bool {
    let mut lines: Vec<u32> = finding.parties.iter().map(|party| party.span.line).collect();
    lines.sort_unstable();
    open.iter().any(|about| match about {
        About::Pair { array, lines: [a, b] } => *array == finding.array && lines == [*a.min(b), *a.max(b)],
        About::Barrier { line } => finding.kind == FindingKind::BarrierDivergence && lines.contains(line),
        About::Kernel | About::Mask { .. } | About::NonCoherentRead { .. } => false,
    })
}

/// Whether two findings are about the same places.
fn is_alike(a: &Finding, b: &Finding) -> bool {
    let places = |f: &Finding| {
        let mut spans: Vec<_> = f.parties.iter().map(|party| party.span.clone()).collect();
        spans.sort();
        (f.kind, f.array.clone(), spans)
    };
    places(a) == places(b)
}

/// The launch of a witness.
struct Launched<'a> {
    terms: &'a Terms,
    given: &'a Given,
}

impl Environment for Launched<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        let info = self.terms.var_info(var);
        match info.kind {
            VarKind::BlockDim(axis) => Some(self.given.block_dim[axis as usize].into()),
            VarKind::GridDim(axis) => Some(self.given.grid_dim[axis as usize].into()),
            VarKind::ClusterDim(axis) => Some(self.given.cluster_dim[axis as usize].into()),
            VarKind::Param if info.owner == Owner::All && !info.name.is_empty() => {
                self.given.parameters.iter().find(|(name, _)| *name == info.name).map(|(_, value)| *value)
            }
            VarKind::Param
            | VarKind::ThreadIdx(_)
            | VarKind::BlockIdx(_)
            | VarKind::ClusterRank
            | VarKind::Counter
            | VarKind::Local => None,
        }
    }

    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;
    use crate::verdict::rules::DATA_RACE;
    use crate::verdict::{AccessMode, Divergence, Level, Open, Party, Reason, Stats, Verdict};

    fn certain(kind: FindingKind) -> Finding {
        let parties = [5, 7].map(|line| Party {
            mode: AccessMode::Write,
            span: Span { line, ..Span::default() },
            thread: [0; 3],
            block: [0; 3],
            values: vec![],
            variables: vec![],
            opaque: vec![],
        });
        Finding {
            kind,
            array: "cells".into(),
            parties: parties.to_vec(),
            ..DATA_RACE.finding(Level::Block, String::new())
        }
    }

    fn report(findings: Vec<Finding>) -> KernelReport {
        KernelReport {
            name: "k".into(),
            symbol: "k".into(),
            span: Span::default(),
            of_library: false,
            verdict: Verdict::Race,
            divergence: Divergence::Divergent,
            open: vec![],
            findings,
            suppressed: vec![],
            assumptions: vec![],
            stats: Stats::default(),
        }
    }

    #[test]
    fn what_was_not_decided_for_the_launches_is_not_certain() {
        let kinds =
            [FindingKind::DataRace, FindingKind::BarrierDivergence, FindingKind::BenignRace, FindingKind::ExitedThread];
        let found = report(kinds.map(certain).to_vec());
        let report = possible(found, &Approximation::Unrelated);
        assert_eq!((report.verdict, report.divergence), (Verdict::PossibleRace, Divergence::Possible));
        for finding in report.findings {
            assert_eq!((finding.certainty, finding.severity), (Certainty::Possible, Severity::Warning));
            assert_eq!(finding.approximations, [Approximation::Unrelated]);
        }
    }

    #[test]
    fn a_race_of_these_launches_counts_where_nothing_is_settled() {
        let conditional = || Finding { certainty: Certainty::Conditional, ..certain(FindingKind::DataRace) };
        let known = || report(vec![certain(FindingKind::DataRace)]);
        let verdict_with = |mut one: KernelReport| {
            one.verdict = Verdict::ConditionalRace;
            complete(&mut one, known());
            one.verdict
        };
        // What was settled with all relations stays.
        assert_eq!(verdict_with(report(vec![conditional()])), Verdict::ConditionalRace);
        let open = |array: &str| {
            let pair = About::Pair { array: array.into(), lines: [7, 5] };
            KernelReport { open: vec![Open::about(pair, Reason::NotFinished)], ..report(vec![conditional()]) }
        };
        assert_eq!(verdict_with(open("other")), Verdict::ConditionalRace);
        assert_eq!(verdict_with(open("cells")), Verdict::Race);
        let unsure = Finding { certainty: Certainty::Possible, ..certain(FindingKind::DataRace) };
        assert_eq!(verdict_with(report(vec![unsure])), Verdict::Race);
    }
}
