//! Contents of arrays that a kernel fills by one write before it reads them: what the thread has written whose cell it is.

use super::machine::values;
use super::world::{Thread, World};
use raceproof::kernel::{Access, MemorySpace, Mode, Step, walk};
use raceproof::term::{Func, FuncKind};

/// What a cell holds; nothing if the array is not filled so, or no thread writes there.
pub(crate) fn value(world: &World<'_>, func: Func, args: &[u64], who: Thread) -> Option<u64> {
    let kernel = world.kernel;
    let info = kernel.terms.func_info(func);
    let FuncKind::Memory { array: Some(array) } = info.kind else { return None };
    let all = || walk::accesses(&kernel.body).filter(|a| a.array.0 == array);
    let mut writes = all().filter(|a| a.writes());
    let (write, None) = (writes.next()?, writes.next()) else { return None };
    let Mode::Write(Some(value)) = write.mode else { return None };
    let is_outside = kernel.body.iter().any(|step| matches!(step, Step::Access(a) if a.id == write.id));
    let comes_first = |a: &Access| a.id == write.id || write.id < a.id;
    if !is_outside || write.copy.is_some() || !all().all(comes_first) || kernel.terms.width(value) != info.width {
        return None;
    }
    let threads = match kernel.arrays[array].space {
        MemorySpace::Shared => world.launch.threads_of(who.block),
        MemorySpace::Global => world.launch.threads(),
    };
    threads.into_iter().find_map(|thread| match values(world, thread, &[write.guard, write.offset, value])[..] {
        [Some(1), Some(offset), value] if args.last() == Some(&offset) => value,
        _ => None,
    })
}
