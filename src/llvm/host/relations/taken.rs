//! What it says of the launch that a branch went one way: the condition of an `if`, or the cases of a `switch`.

use super::{DEPTH, Relations};
use crate::kernel::relation::HostValue;
use crate::llvm::bind::ir::{Layout, Op, Val};
use crate::llvm::flow::cfg::{Cfg, Edge};
use crate::term::BinaryOp;

/// The most cases of a `switch` that are spoken of at once.
const MOST_CASES: usize = 8;

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
        (Op::Switch { value, cases }, _) => {
            super::width(value)?;
            let goes = |successor: u32| edges.iter().any(|edge| edge.successor == successor);
            let is_default = goes(0);
            let told = cases.iter().filter(|(_, to)| goes(*to) != is_default);
            Some(Taken::OneOf(value, told.map(|(case, _)| *case).collect(), !is_default))
        }
        _ => None,
    }
}

impl Relations<'_> {
    /// A branch on the way to the launch.
    pub(super) fn was_taken(&mut self, branch: Taken) {
        match branch {
            Taken::Is(condition, is) => self.condition(condition, is),
            // Each case is said by itself.
            Taken::OneOf(value, cases, false) => {
                for case in cases.into_iter().take(MOST_CASES) {
                    let other = self.is_taken(&Taken::OneOf(value, vec![case], false));
                    self.found.push(other);
                }
            }
            Taken::OneOf(_, ref cases, true) if cases.len() > MOST_CASES => {}
            Taken::OneOf(_, _, true) => {
                let one_of = self.is_taken(&branch);
                self.found.push(one_of);
            }
        }
    }

    /// Whether a branch goes one way.
    pub(super) fn is_taken(&mut self, branch: &Taken) -> HostValue {
        let (holds, is) = match branch {
            Taken::Is(condition, is) => (self.number(*condition, DEPTH), *is),
            Taken::OneOf(value, cases, is) => {
                let number = self.number(*value, DEPTH);
                let equals = |case: &u64| HostValue::equal(number.clone(), HostValue::Constant(number.width(), *case));
                let one_of =
                    cases.iter().map(equals).reduce(|a, b| HostValue::Binary(BinaryOp::Or, Box::new(a), Box::new(b)));
                (one_of.unwrap_or(HostValue::Constant(1, 0)), *is)
            }
        };
        if is { holds } else { HostValue::Not(Box::new(holds)) }
    }
}
