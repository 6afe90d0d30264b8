//! From a finding to what an execution of its witness starts with.

use crate::replay::input::{Contents, Input, Schedule, Unset};
use crate::replay::watch::absent::Remote;
use crate::replay::watch::arrivals::Barrier;
use crate::replay::watch::races::Wanted;
use crate::verdict::rules::ABSENT_BLOCK;
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
    let given = finding.given.as_ref().ok_or(Obstacle::NoPair)?;
    let wanted = wanted(finding, given).ok_or(Obstacle::NoPair)?;
    let of = finding.parties.iter().map(|party| party.block).collect();
    Ok((input(given, blocks(given, of)), wanted))
}

fn wanted(finding: &Finding, given: &Given) -> Option<Wanted> {
    if finding.kind == FindingKind::BarrierDivergence {
        let (span, missed) = (finding.parties.first()?.span.clone(), given.missed.clone()?);
        return Some(Wanted::Missed(Barrier { span, level: finding.level, missed }));
    }
    if finding.code == ABSENT_BLOCK.id {
        let party = finding.parties.first()?;
        return Some(Wanted::Absent(Remote { span: party.span.clone(), mode: party.mode }));
    }
    let [first, second] = finding.parties.as_slice() else { return None };
    let is_access = |mode| matches!(mode, AccessMode::Read | AccessMode::Write | AccessMode::Atomic);
    let is_pair = finding.kind == FindingKind::DataRace && is_access(first.mode) && is_access(second.mode);
    is_pair.then(|| Wanted::Pair([first, second].map(|party| (party.span.clone(), party.mode))))
}

/// The blocks of a small grid, or else these.
fn blocks(given: &Given, of: Vec<[u32; 3]>) -> Vec<[u32; 3]> {
    let product = |extents: [u32; 3]| extents.into_iter().fold(1u64, |all, n| all.saturating_mul(n.into()));
    let [x, y, z] = given.grid_dim;
    if product(given.grid_dim).saturating_mul(product(given.block_dim)) <= WHOLE {
        return (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z]))).collect();
    }
    let mut blocks: Vec<[u32; 3]> = of.into_iter().flat_map(|block| cluster(given, block)).collect();
    blocks.sort_unstable_by_key(|[x, y, z]| [*z, *y, *x]);
    blocks.dedup();
    blocks
}

/// All blocks of a block's cluster.
fn cluster(given: &Given, block: [u32; 3]) -> Vec<[u32; 3]> {
    let extents = given.cluster_dim.map(|n| n.max(1));
    let first = [0, 1, 2].map(|axis| block[axis] / extents[axis] * extents[axis]);
    let [x, y, z] = extents;
    let places = (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])));
    places.map(|place| [0, 1, 2].map(|axis| first[axis] + place[axis])).collect()
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
        cluster_dim: given.cluster_dim,
        blocks,
        parameters: given.parameters.clone(),
        contents: given.cells.iter().map(contents).collect(),
        fuel: FUEL,
        schedule: Schedule::InTurns,
        unset: Unset::Zero,
    }
}
