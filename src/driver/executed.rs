//! Executing the witnesses of findings.
//!
//! **Invariant:** what an execution shows is said beside the finding and changes nothing else of it.

use super::check::{Check, suffix};
use super::front::Front;
use crate::program::Program;
use crate::replay::{Contents, Input, Schedule, Wanted, replay};
use crate::verdict::{
    AccessMode, Cell, Certainty, Finding, FindingKind, Given, KernelReport, Obstacle, Replay, Severity,
};
use std::path::Path;

/// Instructions of one execution.
const FUEL: u64 = 4_000_000;
/// The most threads of a grid that is run as a whole.
const WHOLE: u64 = 2048;

impl Check<'_> {
    /// The code of a file's kernels with these symbols, as it can be executed, for each architecture.
    ///
    /// # Errors
    /// Why there is none.
    pub fn programs(&self, path: &Path, symbols: &[String]) -> Result<Vec<Program>, (String, String)> {
        self.programs_of(path, &self.front(path)?, symbols)
    }

    fn programs_of(&self, path: &Path, front: &Front, symbols: &[String]) -> Result<Vec<Program>, (String, String)> {
        let programs = |bitcode| {
            let programs = crate::llvm::programs(path, bitcode, self.reading(path), symbols);
            programs.map_err(|e| (e.to_string(), String::new()))
        };
        match front {
            Front::File if matches!(suffix(path), "map" | "proto") => Ok(vec![]),
            Front::File => programs(None),
            Front::Unit { devices, .. } => {
                let mut found: Vec<Program> = vec![];
                for device in &devices.made {
                    found.extend(programs(Some(&device.unit.bitcode))?);
                }
                Ok(found)
            }
        }
    }

    /// Executes the witnesses of errors, if that is asked for.
    pub(super) fn execute(&self, path: &Path, front: &Front, reports: &mut [KernelReport]) {
        if !self.config.replay {
            return;
        }
        let has_errors = |report: &&KernelReport| report.findings.iter().any(is_executed);
        let symbols: Vec<String> = reports.iter().filter(has_errors).map(|report| report.symbol.clone()).collect();
        if symbols.is_empty() {
            return;
        }
        let programs = self.programs_of(path, front, &symbols).unwrap_or_default();
        for report in reports {
            let mut own: Vec<&Program> =
                programs.iter().filter(|program| program.symbol == report.symbol).collect();
            own.dedup();
            for finding in report.findings.iter_mut().filter(|finding| is_executed(finding)) {
                // It may be one of a single architecture.
                let mut outcomes: Vec<Replay> = own.iter().map(|program| executed(program, finding)).collect();
                let best = outcomes.iter().position(|outcome| *outcome == Replay::Confirmed).unwrap_or(0);
                let none = Replay::NotExecutable(Obstacle::NoCode);
                finding.replay = Some(if outcomes.is_empty() { none } else { outcomes.swap_remove(best) });
            }
        }
    }
}

fn is_executed(finding: &Finding) -> bool {
    let is_error = finding.severity == Severity::Error && finding.certainty == Certainty::Race;
    is_error && finding.kind != FindingKind::WrongLaunch
}

/// What the execution of a finding's witness shows.
fn executed(program: &Program, finding: &Finding) -> Replay {
    let (Some(given), [first, second], FindingKind::DataRace) =
        (&finding.given, finding.parties.as_slice(), finding.kind)
    else {
        return Replay::NotExecutable(Obstacle::NoPair);
    };
    let is_access = |mode| matches!(mode, AccessMode::Read | AccessMode::Write | AccessMode::Atomic);
    if !is_access(first.mode) || !is_access(second.mode) {
        return Replay::NotExecutable(Obstacle::NoPair);
    }
    let blocks = blocks(given, [first.block, second.block]);
    let wanted = Wanted::Pair([first, second].map(|party| (party.span.clone(), party.mode)));
    replay(program, &input(given, blocks), &wanted)
}

/// The blocks of a small grid, or else those two.
fn blocks(given: &Given, of: [[u32; 3]; 2]) -> Vec<[u32; 3]> {
    let product = |extents: [u32; 3]| extents.into_iter().fold(1u64, |all, n| all.saturating_mul(n.into()));
    let [x, y, z] = given.grid_dim;
    if product(given.grid_dim).saturating_mul(product(given.block_dim)) <= WHOLE {
        return (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z]))).collect();
    }
    let mut blocks = of.to_vec();
    blocks.sort_unstable_by_key(|[x, y, z]| [*z, *y, *x]);
    blocks.dedup();
    blocks
}

fn input(given: &Given, blocks: Vec<[u32; 3]>) -> Input {
    let contents = |cell: &Cell| Contents {
        object: cell.object.clone(),
        at: cell.at,
        bytes: cell.value.to_le_bytes()[..(cell.bits as usize).div_ceil(8).min(8)].to_vec(),
        block: cell.block,
    };
    Input {
        block_dim: given.block_dim,
        grid_dim: given.grid_dim,
        blocks,
        parameters: given.parameters.clone(),
        contents: given.cells.iter().map(contents).collect(),
        fuel: FUEL,
        schedule: Schedule::InTurns,
    }
}
