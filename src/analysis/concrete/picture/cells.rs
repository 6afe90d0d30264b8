//! Which threads of the witness's blocks access which cells, at the two accesses of a race.

use crate::analysis::concrete::site::{Visitor, Witnessed};
use crate::analysis::findings::witness::element;
use crate::kernel::{Array, MemorySpace};
use crate::verdict::{CellMap, MapCell, Placed};
use std::collections::{BTreeMap, BTreeSet};

/// The most cells that are drawn.
const MOST_CELLS: usize = 512;
/// The most threads that are named of a cell.
const NAMED: usize = 4;
/// Cells in a row, where the array has no rows of a fitting length.
const ROW: u64 = 32;
const LONGEST_ROW: u64 = 64;

/// The map.
///
/// # Errors
/// Why there is none.
pub(super) fn map(witnessed: &Witnessed<'_>) -> Result<CellMap, &'static str> {
    let [first, second] = witnessed.finding.parties.as_slice() else { return Err("there are not two accesses") };
    let hit = witnessed.finding.given.as_ref().and_then(|given| given.bytes);
    let Some([hit, _]) = hit else { return Err("the cell that both access is not known") };
    let array = witnessed.access(first).and_then(|site| witnessed.kernel.arrays.get(site.step.array.0));
    let Some(array) = array else { return Err("the accesses are not steps of the kernel as it was lowered") };
    let blocks: BTreeSet<[u32; 3]> = match array.space {
        // Each block has a copy of its own.
        MemorySpace::Shared => [first.block].into(),
        MemorySpace::Cluster | MemorySpace::Global | MemorySpace::Tabled => [first.block, second.block].into(),
    };
    let size = array.element.max(1).cast_signed();
    let mut cells: BTreeMap<i64, [Vec<Placed>; 2]> = BTreeMap::new();
    let mut is_open = false;
    for (number, party) in [first, second].into_iter().enumerate() {
        let Some(site) = witnessed.access(party) else { return Err("one of the accesses is not a step of the kernel") };
        let (guard, roots) = ((site.step.guard, site.around.as_slice()), [site.step.offset, site.step.bytes]);
        for block in &blocks {
            for Visitor { thread, comes, values } in witnessed.at((party, *block), guard, &roots) {
                let [Some(at), Some(bytes)] = values[..] else {
                    is_open |= comes != Some(false);
                    continue;
                };
                let (at, bytes) = (at.cast_signed(), bytes.cast_signed().clamp(1, 4096));
                is_open |= comes.is_none();
                if comes == Some(true) {
                    for index in at.div_euclid(size)..=(at.saturating_add(bytes - 1)).div_euclid(size) {
                        cells.entry(index).or_default()[number].push(thread);
                    }
                }
            }
        }
    }
    let hit = hit.div_euclid(size);
    // Of the parties the witness says it, whatever memory holds.
    for (party, threads) in [first, second].into_iter().zip(cells.entry(hit).or_default()) {
        let own = Placed { block: party.block, thread: party.thread };
        is_open |= !threads.contains(&own);
        threads.retain(|other| *other != own);
        threads.insert(0, own); // the one that is named
    }
    Ok(drawn(array, cells, hit, is_open))
}

/// The cells around the one that is hit.
fn drawn(array: &Array, cells: BTreeMap<i64, [Vec<Placed>; 2]>, hit: i64, is_open: bool) -> CellMap {
    let all = cells.len();
    let mut near: Vec<(i64, [Vec<Placed>; 2])> = cells.into_iter().collect();
    near.sort_by_key(|(index, _)| (index.abs_diff(hit), *index));
    near.truncate(MOST_CELLS);
    near.sort_by_key(|(index, _)| *index);
    let cell = |(index, threads): (i64, [Vec<Placed>; 2])| MapCell {
        index,
        name: element(array, index.saturating_mul(array.element.max(1).cast_signed())),
        counts: threads.each_ref().map(Vec::len),
        threads: threads.map(|all| all.into_iter().take(NAMED).collect()),
        is_hit: index == hit,
    };
    let row = array.dims.last().copied().filter(|n| array.dims.len() > 1 && (2..=LONGEST_ROW).contains(n));
    CellMap {
        array: array.shown().to_owned(),
        columns: row.unwrap_or(ROW),
        left_out: all - near.len(),
        cells: near.into_iter().map(cell).collect(),
        is_open,
    }
}
