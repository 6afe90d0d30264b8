//! The shapes of blocks that are looked at, where the launch does not say them.
//!
//! They come in groups, the likelier ones first: a later group counts only if no block of an earlier one makes the access inside its array.
//! An array of rows suggests blocks that are as wide as a row, without the column that pads it: `tile[32][33]` blocks of 32 columns.
//!
//! Direction: shapes that nobody would launch (one column and 32 rows) are left out, and so is what they would cost.

use crate::analysis::facts::prepared::Prepared;
use crate::kernel::MemorySpace;
use crate::kernel::target::{BLOCK_LIMIT, CUDA, LANES};

/// Extents of a block by axis.
pub(super) type Shape = [u32; 3];

/// Blocks of one row.
const ROWS: [u32; 6] = [256, 32, 64, 128, 512, 1024];
/// Blocks of several rows, the first three with whole warps in a row.
const WIDE: [[u32; 2]; 4] = [[32, 8], [32, 32], [32, 4], [64, 4]];
const NARROW: [[u32; 2]; 3] = [[16, 16], [8, 8], [8, 4]];
const CUBES: [Shape; 3] = [[32, 4, 2], [8, 8, 4], [8, 8, 8]];
/// The most groups of columns that arrays suggest.
const MOST_COLUMNS: usize = 4;

/// The groups of shapes, each axis that is known with its extent.
pub(super) fn groups(world: &Prepared) -> Vec<Vec<Shape>> {
    let known = world.block_dim.map(|dim| world.terms.as_const(dim).and_then(|n| u32::try_from(n).ok()));
    if let [Some(x), Some(y), Some(z)] = known {
        return vec![vec![[x, y, z]]];
    }
    let seen = world.seen_calls.iter().chain(&world.seen_shapes);
    let seen: Vec<Shape> = seen.filter_map(|launch| whole(launch.block_dim)).collect();
    let plane = |[x, y]: [u32; 2]| [x, y, 1];
    let of_rows = vec![ROWS.map(|x| [x, 1, 1]).to_vec()];
    let common = match known {
        [_, Some(_), Some(_)] => of_rows,
        [_, None, Some(_)] => vec![tiles(world), WIDE.map(plane).to_vec(), NARROW.map(plane).to_vec()],
        [_, _, None] => vec![CUBES.to_vec(), WIDE.map(plane).to_vec(), NARROW.map(plane).to_vec()],
    };
    let put = |shape: Shape| [0, 1, 2].map(|axis| known[axis].unwrap_or(shape[axis]));
    let fits = |shape: &Shape| {
        let threads: u64 = shape.iter().map(|n| u64::from(*n)).product();
        (1..=BLOCK_LIMIT).contains(&threads)
            && shape.iter().zip(CUDA.block_dim).all(|(n, most)| (1..=most).contains(&i64::from(*n)))
    };
    let groups = [seen].into_iter().chain(common);
    let groups = groups.map(|group| group.into_iter().map(put).filter(fits).collect::<Vec<_>>());
    groups.filter(|group| !group.is_empty()).collect()
}

/// Extents that are known of all axes.
fn whole([x, y, z]: [Option<u32>; 3]) -> Option<Shape> {
    Some([x?, y?, z?])
}

/// Blocks as wide as the rows of shared arrays.
fn tiles(world: &Prepared) -> Vec<Shape> {
    let shared = world.kernel.arrays.iter().filter(|a| a.space == MemorySpace::Shared && a.dims.len() > 1);
    let mut columns: Vec<u32> = vec![];
    for extent in shared.filter_map(|array| u32::try_from(*array.dims.last()?).ok()) {
        // A column that pads the rows.
        let extent = if extent > 1 && (extent - 1).is_power_of_two() { extent - 1 } else { extent };
        if extent > 1 && !columns.contains(&extent) {
            columns.push(extent);
        }
    }
    let of = |x: u32| [[x, x, 1], [x, 8, 1], [x, 4, 1]].into_iter().filter(move |[_, y, _]| x * y >= LANES);
    columns.into_iter().take(MOST_COLUMNS).filter(|x| *x <= LANES).flat_map(of).collect()
}
