//! What the first lane of a warp gives to all of its lanes, where it is known what that lane has.
//!
//! ```text
//! w = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);     threadIdx.x / 32 itself: all lanes of a warp have the same
//! ```
//!
//! In a block of one row, or of rows of whole warps, the first lane has `threadIdx.x - threadIdx.x % 32` for `threadIdx.x`, and all
//! else that threads tell apart in common with the others. So what it has is a term over each lane's own numbers. Lowering says of
//! which shuffles the result is one value for the warp ([`Shuffle`]): the first lane is there, and gives.
//!
//! Direction: of a value that rests on more than the thread's numbers and what the warp shares, nothing is said.

use crate::analysis::facts::prepared::Prepared;
use crate::kernel::Shuffle;
use crate::kernel::target::{LANES, REGISTER};
use crate::term::{Axiom, Axis, BinaryOp, Sharing, Substitution, Term, VarKind};

/// Puts what the first lane has in place of what it gives.
pub(crate) fn settle(world: &mut Prepared) {
    let [x, y, z] = world.block_dim.map(|dim| world.terms.as_const(dim));
    let of_whole_warps = x.is_some_and(|x| x.is_multiple_of(LANES.into()));
    if !of_whole_warps && [y, z] != [Some(1); 2] {
        return;
    }
    for shuffle in world.kernel.shuffles.clone() {
        if let Some(given) = given(world, &shuffle) {
            put(world, &shuffle, given);
        }
    }
}

/// What the first lane has, by the numbers of any lane of its warp.
fn given(world: &mut Prepared, shuffle: &Shuffle) -> Option<Term> {
    let terms = &mut world.terms;
    if terms.func_info(shuffle.func).sharing != Sharing::Warp || terms.as_const(shuffle.lane) != Some(0) {
        return None;
    }
    let is_shared = |f| terms.func_info(f).sharing != Sharing::Thread;
    let is_own = |v| terms.var_info(v).kind == VarKind::Local;
    let is_known = terms.apps_of(&[shuffle.value]).into_iter().all(|(_, f)| is_shared(f))
        && !terms.vars_of(&[shuffle.value]).into_iter().any(is_own);
    if !is_known {
        return None;
    }
    let thread = world.kernel.launch.thread[Axis::X as usize];
    let (own, lanes) = (terms.var(thread), terms.constant(REGISTER, LANES.into()));
    let lane = terms.binary(BinaryOp::URem, own, lanes);
    let first = terms.sub(own, lane);
    Some(terms.replace(shuffle.value, thread, first))
}

/// Puts a value in place of a shuffle's results, by the iterations that these are of.
fn put(world: &mut Prepared, shuffle: &Shuffle, given: Term) {
    let axioms: Vec<(_, Axiom)> =
        world.funcs.iter().filter_map(|f| Some((*f, world.terms.func_info(*f).axiom.clone()?))).collect();
    let roots: Vec<Term> =
        world.kernel.all_terms().into_iter().chain(axioms.iter().map(|(_, axiom)| axiom.body)).collect();
    let results = world.terms.apps_of(&roots).into_iter().filter(|(_, f)| *f == shuffle.func);
    let mut by = Substitution::new();
    for (result, _) in results.collect::<Vec<_>>() {
        let iterations: Vec<Term> = world.terms.children(result).into_iter().take(shuffle.params.len()).collect();
        let value = world.terms.applied((&shuffle.params, given), &iterations);
        by.term(result, value);
    }
    if by.is_empty() {
        return;
    }
    let terms = &mut world.terms;
    world.kernel.map_all_terms(&mut |t| terms.substitute(t, &mut by));
    for (func, Axiom { params, body }) in axioms {
        let body = terms.substitute(body, &mut by);
        terms.set_axiom(func, Axiom { params, body });
    }
}
