//! Whether a report on a changed source is better than the one on the source as it was.
//!
//! Better: at least one finding is gone, none is new, none is worse, and nothing is open that was not. Findings are the same if they
//! are about the same accesses, by the lines of the unchanged source.

use crate::diagnostics::severity::is_unknown;
use crate::verdict::{
    AccessMode, Certainty, Divergence, FileReport, FileStatus, Finding, KernelReport, Severity, Verdict,
};
use std::collections::{BTreeMap, BTreeSet};

/// What makes findings of two reports one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Key {
    symbol: String,
    code: &'static str,
    array: String,
    accesses: Vec<(AccessMode, String, u32)>,
}

/// How bad a finding is.
type Weight = (Severity, std::cmp::Reverse<Certainty>);

/// The line of the unchanged source for a line of a file.
pub(super) type Back<'a> = &'a dyn Fn(&str, u32) -> u32;

pub(super) fn key(kernel: &KernelReport, finding: &Finding, back: Back<'_>) -> Key {
    let mut accesses: Vec<_> = finding
        .parties
        .iter()
        .map(|party| (party.mode, party.span.file.to_string(), back(&party.span.file, party.span.line)))
        .collect();
    accesses.sort();
    Key { symbol: kernel.symbol.clone(), code: finding.code, array: finding.array.clone(), accesses }
}

fn keys(kernel: &KernelReport, back: Back<'_>) -> BTreeMap<Key, Weight> {
    let mut keys = BTreeMap::new();
    for finding in kernel.findings.iter().chain(kernel.findings.iter().flat_map(|finding| &finding.also)) {
        let weight = (finding.severity, std::cmp::Reverse(finding.certainty));
        let known = keys.entry(key(kernel, finding, back)).or_insert(weight);
        *known = (*known).max(weight);
    }
    keys
}

pub(super) fn kernels(report: &FileReport) -> &[KernelReport] {
    match &report.status {
        FileStatus::Checked(kernels) => kernels,
        FileStatus::NotAnalysed { .. } => &[],
    }
}

/// The findings that are gone, if the changed source is better, and it has each of these kernels.
pub(super) fn gone(
    before: &FileReport,
    after: &FileReport,
    symbols: &BTreeSet<&str>,
    back: Back<'_>,
) -> Option<BTreeSet<Key>> {
    let mut gone = BTreeSet::new();
    for symbol in symbols {
        let of = |report| kernels(report).iter().find(|kernel| kernel.symbol == *symbol);
        let (old, new) = (of(before)?, of(after)?);
        let (known, left) = (keys(old, &|_, line| line), keys(new, back));
        let is_no_worse = left.iter().all(|(key, weight)| known.get(key).is_some_and(|was| weight <= was));
        if !is_no_worse || rank(new.divergence) > rank(old.divergence) || is_unknown(new) && !is_unknown(old) {
            return None;
        }
        gone.extend(known.into_keys().filter(|key| !left.contains_key(key)));
    }
    (!gone.is_empty()).then_some(gone)
}

/// Whether a kernel is proved, with nothing to say about it.
pub(super) fn is_proved(kernel: &KernelReport) -> bool {
    kernel.verdict == Verdict::RaceFree && kernel.divergence == Divergence::Free && kernel.findings.is_empty()
}

/// The more, the worse.
fn rank(divergence: Divergence) -> u8 {
    match divergence {
        Divergence::Free => 0,
        Divergence::Exited => 1,
        Divergence::Conditional => 2,
        Divergence::Possible => 3,
        Divergence::Unknown => 4,
        Divergence::Divergent => 5,
    }
}
