//! Contents of arrays that a kernel fills by one write before it reads them: what the thread has written whose cell it is.

use super::machine::values;
use super::world::{Index, Thread, World};
use raceproof::kernel::{Access, Kernel, MemorySpace, Mode, Step, walk};
use raceproof::term::{Func, FuncKind, Term};
use rustc_hash::FxHashMap;

/// By array, and for shared memory by block: what the cells hold.
pub(crate) type Filled = FxHashMap<(usize, Option<Index>), FxHashMap<u64, u64>>;

/// What a cell holds; nothing if the array is not filled so, or no thread writes there.
pub(crate) fn value(world: &World<'_>, func: Func, args: &[u64], who: Thread) -> Option<u64> {
    let kernel = world.kernel;
    let FuncKind::Memory { array: Some(array) } = kernel.terms.func_info(func).kind else { return None };
    let (write, value) = only_write(kernel, array)?;
    if kernel.terms.width(value) != kernel.terms.func_info(func).width {
        return None;
    }
    let (block, threads) = match kernel.arrays[array].space {
        MemorySpace::Shared => (Some(who.block), world.launch.threads_of(who.block)),
        // Which copy a read is of is not told.
        MemorySpace::Cluster | MemorySpace::Tabled => return None,
        MemorySpace::Global => (None, world.launch.threads()),
    };
    if !world.filled.borrow().contains_key(&(array, block)) {
        let mut cells = FxHashMap::default();
        for thread in threads {
            if let [Some(1), Some(offset), Some(value)] = values(world, thread, &[write.guard, write.offset, value])[..]
            {
                cells.entry(offset).or_insert(value);
            }
        }
        world.filled.borrow_mut().insert((array, block), cells);
    }
    world.filled.borrow().get(&(array, block))?.get(args.last()?).copied()
}

/// The write that fills an array, with its value.
fn only_write(kernel: &Kernel, array: usize) -> Option<(&Access, Term)> {
    let all = || walk::accesses(&kernel.body).filter(|a| a.array.0 == array);
    let mut writes = all().filter(|a| a.writes());
    let (write, None) = (writes.next()?, writes.next()) else { return None };
    let Mode::Write(Some(value)) = write.mode else { return None };
    let is_outside = kernel.body.iter().any(|step| matches!(step, Step::Access(a) if a.id == write.id));
    let comes_first = |a: &Access| a.id == write.id || write.id < a.id;
    (is_outside && write.copy.is_none() && all().all(comes_first)).then_some((write, value))
}
