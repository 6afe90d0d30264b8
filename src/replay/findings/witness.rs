//! From a finding to what an execution of its witness starts with.

use crate::replay::input::{Contents, Input, Schedule, Unset};
use crate::replay::watch::Wanted;
use crate::verdict::{AccessMode, Cell, Finding, FindingKind, Given, Obstacle};

/// Instructions of one execution.
const FUEL: u64 = 4_000_000;
/// The most threads of a grid that is run as a whole.
const WHOLE: u64 = 2048;

/// What an execution of a finding's witness starts with, and what it looks for.
///
/// # Errors
/// Why there is none.
pub(super) fn of_finding(finding: &Finding) -> Result<(Input, Wanted), Obstacle> {
    let (Some(given), [first, second], FindingKind::DataRace) =
        (&finding.given, finding.parties.as_slice(), finding.kind)
    else {
        return Err(Obstacle::NoPair);
    };
    let is_access = |mode| matches!(mode, AccessMode::Read | AccessMode::Write | AccessMode::Atomic);
    if !is_access(first.mode) || !is_access(second.mode) {
        return Err(Obstacle::NoPair);
    }
    let blocks = blocks(given, [first.block, second.block]);
    let wanted = Wanted::Pair([first, second].map(|party| (party.span.clone(), party.mode)));
    Ok((input(given, blocks), wanted))
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
        unset: Unset::Zero,
    }
}
