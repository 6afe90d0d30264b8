//! What the model of a query gives to an execution: the launch, its parameters, and contents of memory.
//!
//! Direction: contents are given as the model has them for one read; where the kernel itself writes what it reads, an execution
//! may find something else there.

use crate::analysis::asking::exact::Exact;
use crate::analysis::asking::query::{Query, Side};
use crate::analysis::pair::threads::Who;
use crate::smt::Model;
use crate::term::{FuncKind, Node, Owner, Sharing, Term, Terms, VarKind};
use crate::verdict::{Cell, Given};

/// What a model gives; `fixed`: what is known of the launch.
pub(super) fn given(terms: &Terms, query: &Query, model: &Model, fixed: &[(String, i64)]) -> Given {
    let value = |t: Term| Exact::value(terms, model, t).unwrap_or(0);
    let mut given = Given { block_dim: [1; 3], grid_dim: [1; 3], cluster_dim: [1; 3], ..Given::default() };
    for (name, t) in &query.values {
        let Node::Var(var) = terms.node(*t) else { continue };
        let known = fixed.iter().find(|(n, _)| n == name).map(|(_, v)| v.cast_unsigned());
        let value = known.unwrap_or_else(|| value(*t));
        let extent = u32::try_from(value).unwrap_or(u32::MAX);
        match terms.var_info(*var).kind {
            VarKind::BlockDim(axis) => given.block_dim[axis as usize] = extent,
            VarKind::GridDim(axis) => given.grid_dim[axis as usize] = extent,
            VarKind::Param => given.parameters.push((name.clone(), value)),
            VarKind::ClusterDim(axis) => given.cluster_dim[axis as usize] = extent.max(1),
            VarKind::ThreadIdx(_) | VarKind::BlockIdx(_) | VarKind::ClusterRank | VarKind::Counter | VarKind::Local => {
            }
        }
    }
    for side in &query.sides {
        // An extent that no fact mentions holds the thread all the same.
        for axis in 0..3 {
            let [thread, block] = [side.thread, side.block].map(|index| value(index[axis]) as u32);
            given.block_dim[axis] = given.block_dim[axis].max(thread.saturating_add(1));
            given.grid_dim[axis] = given.grid_dim[axis].max(block.saturating_add(1));
        }
    }
    given.cells = cells(terms, query, model);
    given
}

fn cells(terms: &Terms, query: &Query, model: &Model) -> Vec<Cell> {
    let index = |side: &Side| side.block.map(|t| Exact::value(terms, model, t).unwrap_or(0) as u32);
    let block = |who: Who| query.sides.iter().find(|side| side.who == who).map(index);
    let cell = |((func, arguments), value): (&(_, Vec<u64>), &u64)| {
        let info = terms.func_info(*func);
        let is_memory = matches!(info.kind, FuncKind::Memory { .. });
        let at = arguments.last().filter(|_| is_memory)?.cast_signed();
        let block = match (info.sharing, info.owner) {
            (Sharing::Grid, _) => None,
            (_, Owner::Left | Owner::LaneOfLeft) => block(Who::Left),
            (_, Owner::Right | Owner::LaneOfRight) => block(Who::Right),
            (_, Owner::All | Owner::Third) => None,
        };
        Some(Cell { object: info.name.clone(), at, bits: info.width.into(), value: *value, block })
    };
    model.apps.iter().filter_map(cell).collect()
}
