//! One report out of those for the code of different architectures.
//!
//! **Invariant:** the result is race-free, or free of divergence, only if it is so for every architecture; a finding that is
//! not one of all names those that it is one of.

use super::of_launches::{place, worse};
use super::ordered::ordered;
use crate::verdict::{Finding, KernelReport};

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
        if count > 1 {
            report.open.iter_mut().for_each(|open| open.architectures.clone_from(&architectures));
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
