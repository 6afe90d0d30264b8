//! How a loop goes on: its first iteration, the one before and the last, for [`align`](super::align::align).
//!
//! Source: Faial, Fig. 3 (`x := n`, `x - 1`, `m - 1`), for all forms of steps.
//!
//! **Invariant:** exact where sums and products do not wrap, and no expression has a value only where the loop's own
//! condition has none.

use super::fragment::{Loop, Replace, both, fold};
use super::wellformed::Part;
use crate::map::ast::{BinaryOp, Expr, Name, Range, Step, UnaryOp};

/// How a loop variable goes on.
pub(crate) struct Steps {
    pub(crate) first: Expr,
    /// The value in the iteration before the one with the variable's value.
    pub(crate) previous: Expr,
    /// All iterations but the first; the variable's values in them, in terms of the remaining loop's variable.
    pub(crate) remaining: Range,
    pub(crate) renumbered: Expr,
    pub(crate) last: Last,
}

pub(crate) enum Last {
    Value(Expr),
    /// The iteration in which this holds.
    Where(Expr),
}

impl Steps {
    pub(crate) fn of(var: &Name, range: &Range) -> Self {
        let here = Expr::Name(var.clone());
        let one = Expr::Int(1);
        let (from, to, step) = match range {
            Range::While(cond) => {
                let next = fold(BinaryOp::Add, here.clone(), one.clone());
                let runs = cond.replace(&var.text, &next);
                return Steps {
                    first: Expr::Int(0),
                    previous: fold(BinaryOp::Sub, here, one),
                    remaining: Range::While(runs.clone()),
                    renumbered: next,
                    last: Last::Where(Expr::Unary(UnaryOp::Not, Box::new(runs))),
                };
            }
            Range::Steps { from, to, step } => (from, to, step),
        };
        let (on, back, by, beyond) = match step {
            Step::Up(by) => (BinaryOp::Add, BinaryOp::Sub, by.clone(), BinaryOp::Ge),
            Step::Down(by) => (BinaryOp::Sub, BinaryOp::Add, by.clone(), BinaryOp::Le),
            Step::Times(by) => (BinaryOp::Mul, BinaryOp::Div, Expr::Int(*by as i64), BinaryOp::Ge),
            // Made a count of iterations before.
            Step::Over(by) => (BinaryOp::Div, BinaryOp::Mul, Expr::Int(*by as i64), BinaryOp::Le),
        };
        let last = match step {
            Step::Up(Expr::Int(1)) | Step::Down(Expr::Int(1)) => Last::Value(fold(back, to.clone(), one)),
            Step::Up(_) | Step::Down(_) | Step::Times(_) | Step::Over(_) => {
                Last::Where(Expr::binary(beyond, fold(on, here.clone(), by.clone()), to.clone()))
            }
        };
        Steps {
            first: from.clone(),
            previous: fold(back, here.clone(), by.clone()),
            remaining: Range::Steps { from: fold(on, from.clone(), by), to: to.clone(), step: step.clone() },
            renumbered: here,
            last,
        }
    }
}

/// Under which condition there is a first iteration.
pub(crate) fn entered(Loop { var, range, .. }: &Loop<Part>) -> Expr {
    let positive = |e: &Expr| fold(BinaryOp::Lt, Expr::Int(0), e.clone());
    match range {
        Range::While(cond) => cond.replace(&var.text, &Expr::Int(0)),
        Range::Steps { from, to, step } => {
            let up = fold(BinaryOp::Lt, from.clone(), to.clone());
            let down = fold(BinaryOp::Lt, to.clone(), from.clone());
            match step {
                Step::Up(by) => both(positive(by), up),
                Step::Down(by) => both(positive(by), down),
                Step::Times(_) => both(positive(from), up),
                Step::Over(_) => both(positive(from), down),
            }
        }
    }
}

/// Where the next value of the variable does not tell the one before, the loop counts its iterations instead.
pub(crate) fn counted(l: &Loop<Part>) -> Loop<Part> {
    let Range::Steps { from, to, step: Step::Over(by) } = &l.range else { return l.clone() };
    let bits = Expr::Int(i64::from(by.trailing_zeros()));
    let shift = fold(BinaryOp::Mul, Expr::Name(l.var.clone()), bits);
    let here = Expr::binary(BinaryOp::Shr, from.clone(), shift);
    let above = Expr::binary(BinaryOp::Gt, here.clone(), to.clone());
    let positive = Expr::binary(BinaryOp::Gt, here.clone(), Expr::Int(0));
    let range = Range::While(both(above, positive));
    Loop { var: l.var.clone(), range, body: l.body.replace(&l.var.text, &here) }
}
