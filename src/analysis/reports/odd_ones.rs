//! Findings that only odd values lead to, told once: the first one of a kind stands for the others of its kernel, and says at how
//! many places they are. The analysis itself reports each, which its oracles are held against.

use crate::verdict::{Approximation, Finding, FindingKind, KernelReport};

/// The report with one such finding of each kind. Verdicts stay.
#[must_use]
pub fn once(mut report: KernelReport) -> KernelReport {
    let is_odd = |f: &Finding| f.approximations.iter().any(|a| matches!(a, Approximation::Odd { .. }));
    let mut kept: Vec<(FindingKind, usize)> = vec![];
    report.findings.retain(|f| match kept.iter_mut().find(|(kind, _)| is_odd(f) && *kind == f.kind) {
        Some((_, others)) => {
            *others += 1;
            false
        }
        None => {
            kept.extend(is_odd(f).then_some((f.kind, 0)));
            true
        }
    });
    for (kind, others) in kept.into_iter().filter(|(_, others)| *others > 0) {
        let first = report.findings.iter_mut().find(|f| f.kind == kind && is_odd(f));
        let places = if others == 1 { "one other place".to_owned() } else { format!("{others} other places") };
        first.into_iter().for_each(|f| f.notes.push(format!("so at {places} in this kernel")));
    }
    report
}
