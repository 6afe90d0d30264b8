//! One report out of those for the different shapes of launches that a kernel has.
//!
//! **Invariant:** the result is race-free, or free of divergence, only if it is so for every shape; each finding names the
//! launches that it was found for.

use super::ordered::ordered;
use crate::kernel::Kernel;
use crate::kernel::shapes::{Shape, told};
use crate::span::Span;
use crate::verdict::{
    AccessMode, Assumption, Certainty, Divergence, Finding, FindingKind, KernelReport, LaunchSites, Level, Verdict,
};
use std::collections::BTreeSet;

/// Whether no launch of the shape that was checked satisfies what the kernel requires.
#[must_use]
pub fn is_contradiction(report: &KernelReport) -> bool {
    report.findings.iter().any(|f| f.kind == FindingKind::ContradictoryAssumptions)
}

/// The report for all launches; `None` if there are none.
#[must_use]
pub fn merged(cases: Vec<(Shape, KernelReport)>) -> Option<KernelReport> {
    let shapes: Vec<String> = cases.iter().map(|(shape, _)| shape.to_string()).collect();
    let named = cases.into_iter().zip(&shapes).map(|((shape, mut report), text)| {
        for finding in &mut report.findings {
            finding.notes.push(text.clone());
            let places = shape.places();
            finding
                .notes
                .extend(finding.conditions.iter().map(|c| told(c, &[], &places)).filter(|_| !places.is_empty()));
            finding.launches.push(sites(&shape));
        }
        report
    });
    let mut all = named.reduce(joined)?;
    let shapes = shapes.into_iter().map(|shape| Assumption::Launched { shape });
    all.assumptions.extend([Assumption::LaunchesOfFile].into_iter().chain(shapes));
    Some(all)
}

/// A report on the launches of a kernel, with what is assumed of the functions around them.
#[must_use]
pub fn called_here(kernel: &Kernel, mut report: KernelReport) -> KernelReport {
    if kernel.launches.iter().any(|launch| launch.lent) {
        report.assumptions.push(Assumption::AddressesNotKept);
    }
    let names: BTreeSet<&str> = kernel.launches.iter().flat_map(|l| &l.helpers).map(String::as_str).collect();
    if !names.is_empty() {
        let functions = names.into_iter().map(str::to_owned).collect();
        report.assumptions.push(Assumption::NotCalledElsewhere { functions });
    }
    report
}

pub(crate) fn sites(Shape { facts, sites, .. }: &Shape) -> LaunchSites {
    let (block_dim, grid_dim, params) = (facts.block_dim, facts.grid_dim, facts.params.clone());
    LaunchSites { sites: sites.clone(), block_dim, grid_dim, params }
}

/// What is assumed of launches that the kernel does not allow.
#[must_use]
pub fn left_out(shape: &Shape) -> Assumption {
    Assumption::BrokenLaunchLeftOut { shape: shape.to_string() }
}

/// The worse of two reports in everything.
#[must_use]
pub fn joined(a: KernelReport, mut b: KernelReport) -> KernelReport {
    let more = std::mem::take(&mut b.findings);
    let mut a = worse(a, b);
    for finding in more {
        match a.findings.iter_mut().find(|f| place(f) == place(&finding)) {
            None => a.findings.push(finding),
            Some(known) => {
                let notes: Vec<String> = known.notes.iter().chain(&finding.notes).cloned().collect();
                let launches = [&known.launches[..], &finding.launches].concat();
                known.absorb(finding);
                (known.notes, known.launches) = (notes, launches);
            }
        }
    }
    if a.findings.iter().any(|f| f.kind == FindingKind::DataRace && f.certainty == Certainty::Race) {
        a.verdict = Verdict::Race;
    }
    for finding in &mut a.findings {
        let mut seen = BTreeSet::new();
        finding.notes.retain(|n| seen.insert(n.clone()));
    }
    a.findings = ordered(std::mem::take(&mut a.findings).into_iter());
    a
}

/// The worse of two reports in everything but their findings, of which the first one's stay.
pub(crate) fn worse(mut a: KernelReport, b: KernelReport) -> KernelReport {
    a.verdict = [a.verdict, b.verdict].into_iter().max_by_key(|v| badness(*v)).unwrap_or(Verdict::Unknown);
    let divergence = [a.divergence, b.divergence].into_iter().max_by_key(|d| hazard(*d));
    a.divergence = divergence.unwrap_or(Divergence::Unknown);
    let more: Vec<_> = b.open.into_iter().filter(|one| !a.open.contains(one)).collect();
    a.open.extend(more);
    let new: Vec<_> = b.assumptions.into_iter().filter(|one| !a.assumptions.contains(one)).collect();
    a.assumptions.extend(new);
    let new: Vec<_> = b.suppressed.into_iter().filter(|one| !a.suppressed.contains(one)).collect();
    a.suppressed.extend(new);
    a.stats.phases = a.stats.phases.max(b.stats.phases);
    a.stats.pairs += b.stats.pairs;
    a.stats.queries += b.stats.queries;
    a.stats.solve += b.stats.solve;
    a.stats.cut_short |= b.stats.cut_short;
    a.stats.unfinished |= b.stats.unfinished;
    a
}

/// What makes two findings one: the code, what is accessed, how and where.
pub(crate) fn place(f: &Finding) -> (&str, &str, Level, Vec<(AccessMode, &Span)>) {
    (f.code, &f.array, f.level, f.parties.iter().map(|p| (p.mode, &p.span)).collect())
}

fn badness(verdict: Verdict) -> u32 {
    match verdict {
        Verdict::RaceFree => 0,
        Verdict::Unknown => 1,
        Verdict::PossibleRace => 2,
        Verdict::ConditionalRace => 3,
        Verdict::Race => 4,
    }
}

fn hazard(divergence: Divergence) -> u32 {
    match divergence {
        Divergence::Free => 0,
        Divergence::Exited => 1,
        Divergence::Unknown => 2,
        Divergence::Possible => 3,
        Divergence::Conditional => 4,
        Divergence::Divergent => 5,
    }
}
