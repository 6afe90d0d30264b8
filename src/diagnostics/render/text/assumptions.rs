//! What the verdicts of a run rest on: each assumption once, below the last message.
//!
//! Those that nearly every verdict has are named by their ids, and said with `-v`; all others are said. One that is not of all
//! kernels says of how many it is.

use crate::diagnostics::render::plain::plain;
use crate::verdict::{Assumption, FileReport, FileStatus, KernelReport};
use std::collections::BTreeMap;

/// The most launches that are listed.
const MOST_LAUNCHES: usize = 2;

pub(super) fn of(reports: &[FileReport], verbose: bool) -> String {
    let kernels: Vec<&KernelReport> = reports.iter().flat_map(told).collect();
    let mut all: BTreeMap<&Assumption, usize> = BTreeMap::new();
    for assumption in kernels.iter().flat_map(|kernel| &kernel.assumptions) {
        *all.entry(assumption).or_default() += 1;
    }
    let is_launch = |one: &Assumption| matches!(one, Assumption::Launched { .. });
    let launches = all.keys().filter(|one| is_launch(one)).count();
    let are_many = launches > MOST_LAUNCHES && !verbose;
    let (said, usual): (Vec<_>, Vec<_>) = all.into_iter().partition(|(one, _)| verbose || !one.is_usual());
    let (counted, said): (Vec<_>, Vec<_>) = said.into_iter().partition(|(one, _)| are_many && is_launch(one));
    let mut out = String::new();
    if let Some((first, _)) = said.first() {
        out += &format!("raceproof: assuming (`raceproof explain {}` says more):\n", first.id());
    }
    for (one, of) in said {
        let part = if of < kernels.len() { format!(" ({of} of {} kernels)", kernels.len()) } else { String::new() };
        out += &format!("  {} {}{part}\n", one.id(), plain(&one.to_string()).replace('\n', "\u{240a}"));
    }
    if let Some((one, _)) = counted.first() {
        out += &format!("  {} launched as is seen at {launches} places of the host code (-v has them)\n", one.id());
    }
    if !usual.is_empty() {
        out +=
            &format!("raceproof: assuming as usual {}: -v says what that is\n", ids(usual.iter().map(|(one, _)| *one)));
    }
    out
}

/// The ids of assumptions, each once.
pub(super) fn ids<'a>(all: impl Iterator<Item = &'a Assumption>) -> String {
    let mut ids: Vec<&str> = all.map(Assumption::id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.join(", ")
}

fn told(report: &FileReport) -> impl Iterator<Item = &KernelReport> {
    let kernels: &[KernelReport] = match &report.status {
        FileStatus::Checked(kernels) => kernels,
        FileStatus::NotAnalysed { .. } => &[],
    };
    kernels.iter().filter(|kernel| !kernel.of_library)
}
