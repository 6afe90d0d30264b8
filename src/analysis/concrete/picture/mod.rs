//! What a page draws of a finding: the order of the program, the cells that threads access, the threads that come to a barrier.
//!
//! The witness gives the launch, the parameters and the iterations; the terms of the two accesses, or of the barrier, are evaluated there
//! for all threads of its blocks.
//!
//! Direction: what cannot be evaluated is said to be unknown, and pictures change no verdict.

mod cells;
mod coming;
mod timeline;

use crate::analysis::concrete::site::Witnessed;
use crate::kernel::Kernel;
use crate::kernel::shapes::parts;
use crate::verdict::{Finding, FindingKind, KernelReport, Picture};

/// The most findings of a kernel of which pictures are made.
const MOST: usize = 60;

/// Puts pictures into the findings of a report; `kernels` are what it is about.
pub fn draw(kernels: &[&Kernel], report: &mut KernelReport) {
    for finding in report.findings.iter_mut().take(MOST) {
        let all = kernels.iter().flat_map(|kernel| parts(kernel));
        finding.picture = all.filter_map(|kernel| picture(kernel, finding)).next().map(Box::new);
    }
}

/// `None` if the kernel is not the one that the finding is about, or there is nothing to draw.
fn picture(kernel: &Kernel, finding: &Finding) -> Option<Picture> {
    let timeline = timeline::timeline(kernel, finding)?;
    let mut picture = Picture { timeline, ..Picture::default() };
    let Some(witnessed) = Witnessed::new(kernel, finding) else { return Some(picture) };
    match finding.kind {
        FindingKind::DataRace | FindingKind::BenignRace => match cells::map(&witnessed) {
            Ok(map) => picture.map = Some(map),
            Err(why) => picture.missing.push(why.to_owned()),
        },
        FindingKind::BarrierDivergence | FindingKind::ExitedThread => match coming::participation(&witnessed) {
            Ok(all) => picture.participation = Some(all),
            Err(why) => picture.missing.push(why.to_owned()),
        },
        FindingKind::ContradictoryAssumptions
        | FindingKind::Performance
        | FindingKind::WrongLaunch
        | FindingKind::RedundantBarrier => {}
    }
    Some(picture)
}
