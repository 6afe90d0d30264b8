//! What it says of the launch that a branch went one way: the condition of an `if`, or the cases of a `switch`.

use crate::llvm::bind::ir::{Layout, Op, Ty, Val};
use crate::llvm::flow::cfg::{Cfg, Edge};

/// That a branch went one way.
#[derive(Debug, Clone)]
pub(crate) enum Taken {
    /// The condition is true, or not.
    Is(Val, bool),
    /// The number is one of these, or none of them.
    OneOf(Val, Vec<u64>, bool),
}

/// What it says that one of these edges was taken, which all leave one block.
pub(super) fn taken(cfg: &Cfg<'_>, layout: Layout, edges: &[Edge]) -> Option<Taken> {
    let first = edges.first()?;
    match (Val::of(&cfg.block(first.from).get_terminator()?).op(layout), edges) {
        (Op::Branch(Some(condition)), [only]) => Some(Taken::Is(condition, only.successor == 0)),
        (Op::Switch { value, cases }, _) if matches!(value.ty(), Ty::Int(..=64)) => {
            let goes = |successor: u32| edges.iter().any(|edge| edge.successor == successor);
            let is_default = goes(0);
            let told = cases.iter().filter(|(_, to)| goes(*to) != is_default);
            Some(Taken::OneOf(value, told.map(|(case, _)| *case).collect(), !is_default))
        }
        _ => None,
    }
}
