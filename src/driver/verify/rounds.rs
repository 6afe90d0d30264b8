//! How much work each kernel of a file is given: the first instances of templates before the others, many kernels in two rounds.
//!
//! Example: of a file with 60 kernels four are hard. All are given a quarter of a kernel's work at first, then these four all of it.
//!
//! Direction: less work makes more kernels unknown, and proves none. What is given follows from the file alone, so that it is the
//! same on every machine.

use super::each::{Around, numbered};
use crate::analysis::Options;
use crate::analysis::reports::odd_ones;
use crate::front::config::Stop;
use crate::kernel::Kernel;
use crate::span::Span;
use crate::verdict::{KernelReport, Verdict};
use std::collections::BTreeMap;
use std::time::Duration;

/// By how much less is done for the instances of a template whose first one is not proved: by this, or by their number if that is
/// larger. For those of one that is proved, by no more than this.
const INSTANCE: u32 = 10;
/// All instances of a template whose first one is proved are given no more than so many kernels.
const INSTANCES: u32 = 4;
/// So many kernels are each given a kernel's work; more share the work of so many.
const FULL: u32 = 16;
/// By how much less is done at most where there are many kernels.
const PART: u32 = 4;

/// Kernels with their options, by their places in a file.
type Numbered = Vec<(usize, (Kernel, Options))>;

/// Checks kernels; the reports are in their order.
///
/// Instances of one template are mostly alike. Where the first one is not proved, all others together are given as much
/// work as that one, and each no more than a small part of it.
pub(in crate::driver) fn all(
    work: Vec<(Kernel, Options)>,
    stop: Option<&Stop>,
    around: Around<'_>,
) -> Vec<KernelReport> {
    let first_of: Vec<usize> = (0..work.len()).map(|i| first_instance(&work, i)).collect();
    let (firsts, mut others): (Numbered, Numbered) =
        work.into_iter().enumerate().partition(|(i, _)| first_of[*i] == *i);
    let mut reports = in_rounds(firsts, stop, around);
    for (i, (_, options)) in &mut others {
        let first = first_of[*i];
        let instances = first_of.iter().filter(|f| **f == first).count() as u32;
        let is_proved = reports.get(&first).is_none_or(|first| first.verdict == Verdict::RaceFree);
        let less = if is_proved { (instances / INSTANCES).clamp(1, INSTANCE) } else { INSTANCE.max(instances) };
        options.effort = options.effort.map(|effort| effort / less);
    }
    reports.extend(numbered(others, stop, around));
    reports.into_values().map(odd_ones::once).collect()
}

/// Few kernels at once; many with a part of the work each, and then those anew that were not done with it, if they are few.
fn in_rounds(work: Numbered, stop: Option<&Stop>, around: Around<'_>) -> BTreeMap<usize, KernelReport> {
    let kernels = work.len() as u32;
    if kernels <= FULL || work.iter().any(|(_, (_, options))| options.effort.is_none()) {
        return numbered(work, stop, around);
    }
    let part = |effort: Duration| (effort * FULL / kernels).max(effort / PART);
    let with_part = |options: &Options| Options { effort: options.effort.map(part), ..options.clone() };
    let first = work.iter().map(|(i, (kernel, options))| (*i, (kernel.clone(), with_part(options)))).collect();
    let mut reports = numbered(first, stop, around);
    let is_open = |i: &usize| reports.get(i).is_some_and(KernelReport::ran_out);
    let open: Numbered = work.into_iter().filter(|(i, _)| is_open(i)).collect();
    if open.len() <= FULL as usize {
        for (i, report) in numbered(open, stop, around) {
            if !report.stats.unfinished {
                reports.insert(i, report);
            } else if let Some(first) = reports.get_mut(&i) {
                // What the first round has found stays.
                first.stats.unfinished = true;
            }
        }
    }
    reports
}

/// The number of the first kernel that is made of the same lines.
fn first_instance(work: &[(Kernel, Options)], i: usize) -> usize {
    let span = &work[i].0.span;
    if *span == Span::default() {
        return i;
    }
    work.iter().position(|(kernel, _)| kernel.span == *span).unwrap_or(i)
}
