//! One report out of those for the code of different architectures.
//!
//! **Invariant:** the result is race-free, or free of divergence, only if it is so for every architecture; a finding that is
//! not one of all names those that it is one of.

use super::launches::{badness, hazard, place};
use super::ordered;
use crate::verdict::{Divergence, Finding, KernelReport, Verdict};

/// The report for all architectures; `None` if there are none.
#[must_use]
pub fn of_all(variants: Vec<(KernelReport, Vec<String>)>) -> Option<KernelReport> {
    let count = variants.len();
    let mut found: Vec<(Finding, Vec<Vec<String>>)> = vec![];
    let mut all: Option<KernelReport> = None;
    for (mut report, architectures) in variants {
        for finding in std::mem::take(&mut report.findings) {
            match found.iter_mut().find(|(known, _)| is_same(known, &finding)) {
                Some((_, of)) => of.push(architectures.clone()),
                None => found.push((finding, vec![architectures.clone()])),
            }
        }
        if count > 1 && !report.reason.is_empty() {
            report.reason = format!("{} (as compiled for {})", report.reason, architectures.join(", "));
        }
        all = Some(match all {
            None => report,
            Some(known) => worse(known, report),
        });
    }
    let mut all = all?;
    let named = found.into_iter().map(|(mut finding, of)| {
        if of.len() < count {
            finding.notes.push(format!("this is found in the code for {} only", of.concat().join(", ")));
        }
        finding
    });
    all.findings = ordered(named);
    Some(all)
}

/// Whether two findings are one but for their witness.
fn is_same(one: &Finding, other: &Finding) -> bool {
    place(one) == place(other) && one.certainty == other.certainty && one.conditions == other.conditions
}

/// The worse of two reports in everything but their findings.
fn worse(mut a: KernelReport, b: KernelReport) -> KernelReport {
    a.verdict = [a.verdict, b.verdict].into_iter().max_by_key(|v| badness(*v)).unwrap_or(Verdict::Unknown);
    let divergence = [a.divergence, b.divergence].into_iter().max_by_key(|d| hazard(*d));
    a.divergence = divergence.unwrap_or(Divergence::Unknown);
    let reasons = [a.reason, b.reason].into_iter().filter(|reason| !reason.is_empty());
    a.reason = reasons.collect::<Vec<_>>().join("; ");
    let new: Vec<_> = b.assumptions.into_iter().filter(|text| !a.assumptions.contains(text)).collect();
    a.assumptions.extend(new);
    a.stats.phases = a.stats.phases.max(b.stats.phases);
    a.stats.pairs += b.stats.pairs;
    a.stats.queries += b.stats.queries;
    a.stats.solve += b.stats.solve;
    a.stats.cut_short |= b.stats.cut_short;
    a.stats.unfinished |= b.stats.unfinished;
    a
}
