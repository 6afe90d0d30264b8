//! Conditions that are one truth value for the whole run of a thread: `threadIdx.x == 0`.
//!
//! A thread that issues a copy under such a condition goes the same way at every other branch by it: the wait in
//! `if (threadIdx.x == 0) wait();` is one of all threads that have issued a copy in `if (threadIdx.x == 0) copy();`.
//!
//! Direction: conditions of another form are not told apart, which lists too many copies under way.

use crate::llvm::bind::ir::{Layout, Op, Val};
use crate::llvm::flow::cfg::{BlockId, Cfg, Edge};

/// How deep conditions are looked into.
pub(super) const DEPTH: u32 = 6;

/// The condition by which an edge is taken, and which truth value takes it.
pub(super) fn decided(cfg: &Cfg<'_>, layout: Layout, edge: Edge) -> Option<(Val, bool)> {
    let terminator = cfg.block(edge.from).get_terminator()?;
    match Val::of(&terminator).op(layout) {
        Op::Branch(Some(condition)) => Some((condition, edge.successor == 0)),
        _ => None,
    }
}

/// What holds in every thread that comes to a block, of conditions that do not change.
pub(super) fn assumed(cfg: &Cfg<'_>, layout: Layout, block: BlockId) -> Vec<(Val, bool)> {
    let mut found = vec![];
    for from in cfg.blocks() {
        for edge in cfg.successors(from).iter() {
            let Some((condition, taken)) = decided(cfg, layout, *edge) else { continue };
            if cfg.predecessors(edge.to).len() == 1
                && cfg.dominates(edge.to, block)
                && is_fixed(layout, condition, DEPTH)
            {
                found.push((condition, taken));
            }
        }
    }
    found
}

/// Whether a value is one value for the whole run of a thread: it is computed from indices, parameters and constants.
fn is_fixed(layout: Layout, value: Val, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let fixed = |v: Val| is_fixed(layout, v, depth);
    match value.op(layout) {
        Op::Constant(..) | Op::Argument(_) => true,
        Op::Call { callee, args } => callee.starts_with("llvm.nvvm.read.ptx.sreg.") && args.is_empty(),
        Op::Binary { a, b, .. } | Op::Compare { a, b, .. } => fixed(a) && fixed(b),
        Op::Cast(_, a) => fixed(a),
        _ => false,
    }
}

/// Whether two such values are the same.
pub(super) fn same(a: Val, b: Val, layout: Layout, depth: u32) -> bool {
    if a == b {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else { return false };
    let agree = |a: Val, b: Val| same(a, b, layout, depth);
    match (a.op(layout), b.op(layout)) {
        (Op::Constant(w, n), Op::Constant(v, m)) => (w, n) == (v, m),
        (Op::Call { callee: f, args: x }, Op::Call { callee: g, args: y }) => {
            f == g && x.is_empty() && y.is_empty() && f.starts_with("llvm.nvvm.read.ptx.sreg.")
        }
        (Op::Binary { op: f, a, b, .. }, Op::Binary { op: g, a: c, b: d, .. }) => f == g && agree(a, c) && agree(b, d),
        (Op::Compare { op: f, a, b, negated: n }, Op::Compare { op: g, a: c, b: d, negated: m }) => {
            f == g && n == m && agree(a, c) && agree(b, d)
        }
        (Op::Cast(f, a), Op::Cast(g, b)) => f == g && a.ty() == b.ty() && agree(a, b),
        _ => false,
    }
}

/// Whether the branch goes another way, whatever the thread.
pub(super) fn is_never_taken(cfg: &Cfg<'_>, layout: Layout, edge: Edge) -> bool {
    let Some(terminator) = cfg.block(edge.from).get_terminator() else { return false };
    let taken = match Val::of(&terminator).op(layout) {
        Op::Branch(Some(condition)) => condition.constant().map(|c| u32::from(c == 0)),
        Op::Switch { value, cases } => {
            value.constant().map(|v| cases.iter().find(|(case, _)| *case == v).map_or(0, |(_, to)| *to))
        }
        _ => None,
    };
    taken.is_some_and(|taken| taken != edge.successor)
}
