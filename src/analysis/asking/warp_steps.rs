//! What the lanes of a warp do between two accesses: the barriers that may order them.

use crate::analysis::facts::prepared::Prepared;
use crate::analysis::phases::products::{Occurrence, project};
use crate::kernel::{Gathered, Step};
use crate::term::{Term, Var, VarKind};

/// What a warp does besides the accesses of a query.
#[derive(Clone, Debug)]
pub struct Warp {
    /// Barriers and the two accesses only.
    pub(crate) steps: Vec<Step>,
    pub(crate) accesses: [usize; 2],
    pub(crate) gathered: Vec<Gathered>,
    pub(crate) thread: [Var; 3],
    pub(crate) block_dim: [Term; 3],
}

impl Warp {
    /// The warp of two accesses; nothing if they are not made by their threads in the order of the program, or if there are
    /// barriers for a part of the block.
    pub(crate) fn new(world: &Prepared, sides: [&Occurrence<'_>; 2]) -> Option<Warp> {
        let accesses = sides.map(|o| o.access.id);
        let moved = sides.iter().any(|o| o.access.copy.is_some() || o.access.tile.is_some());
        let local = world.vars.iter().any(|v| world.terms.var_info(*v).kind == VarKind::Local);
        let mut steps = project(&world.unsettled, &|array| sides.iter().any(|o| o.access.array == array));
        if moved || local || !keep(&mut steps, accesses) {
            return None;
        }
        let (gathered, thread) = (world.kernel.gathered.clone(), world.kernel.launch.thread);
        Some(Warp { steps, accesses, gathered, thread, block_dim: world.block_dim })
    }
}

/// Leaves barriers and two accesses; false if there is a barrier for a part of the block.
fn keep(steps: &mut Vec<Step>, accesses: [usize; 2]) -> bool {
    let mut simple = true;
    steps.retain_mut(|step| match step {
        Step::Access(a) => accesses.contains(&a.id),
        Step::Fence(_) => false,
        Step::Sync(s) => {
            simple &= s.named.is_none();
            s.orders
        }
        Step::Loop(l) => {
            simple &= keep(&mut l.body, accesses);
            !l.body.is_empty()
        }
    });
    simple
}
