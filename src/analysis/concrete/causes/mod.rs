//! Why a finding comes about, for all formats: the branch at which the threads of a missed barrier part, and the lines that the accesses
//! of a race depend on.

mod dependences;
mod parting;

use super::site::Witnessed;
use crate::kernel::Kernel;
use crate::kernel::shapes::parts;
use crate::verdict::{FindingKind, KernelReport};

/// The most findings of a kernel that are looked at.
const MOST: usize = 60;

/// Puts causes into the findings of a report; `kernels` are what it is about.
pub fn give(kernels: &[&Kernel], report: &mut KernelReport) {
    for finding in report.findings.iter_mut().take(MOST) {
        let is_missed = match finding.kind {
            FindingKind::BarrierDivergence | FindingKind::ExitedThread => true,
            FindingKind::DataRace
            | FindingKind::BenignRace
            | FindingKind::ContradictoryAssumptions
            | FindingKind::Performance
            | FindingKind::WrongLaunch
            | FindingKind::RedundantBarrier => false,
        };
        let all = kernels.iter().flat_map(|kernel| parts(kernel)).filter(|_| is_missed);
        finding.parting = all.filter_map(|kernel| parting::parting(&Witnessed::new(kernel, finding)?)).next();
        let mut lines = kernels.iter().map(|kernel| dependences::dependences(kernel, finding));
        finding.dependences = lines.find(|all| !all.is_empty()).unwrap_or_default();
    }
}
