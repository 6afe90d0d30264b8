//! How a block knows that it has drawn the last ticket: by a cell of shared memory, or since the thread that drew goes on alone.

use crate::analysis::facts::knowledge::{Told, ToldCell};
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::Access;
use crate::term::{BinaryOp, CompareOp, Environment, Func, FuncKind, Node, Sharing, Term, Terms, Var, mask};

impl Told {
    /// Whether what is known holds only in the block with the last ticket.
    pub(super) fn requires_last(&self, terms: &Terms, known: &[Term]) -> bool {
        match self {
            Told::Cell(cell) => known.iter().any(|c| cell.requires_last(terms, *c)),
            Told::Drawer { drew, ticket, last } => {
                drew.iter().all(|c| known.contains(c))
                    && known.iter().any(|c| is_last(terms, *c, &|t| t == *ticket, last))
            }
        }
    }
}

/// Whether it says that the ticket is the last one, or the next one the number of blocks.
fn is_last(terms: &Terms, test: Term, is_ticket: &dyn Fn(Term) -> bool, last: &[Term]) -> bool {
    let is_one = |t: Term| terms.as_const(t) == Some(1);
    let is_minus_one = |t: Term| terms.as_const(t) == Some(mask(terms.width(t), u64::MAX));
    let is_next = |t: Term| {
        let Node::Binary(BinaryOp::Add, a, b) = *terms.node(t) else { return false };
        is_ticket(a) && is_one(b) || is_ticket(b) && is_one(a)
    };
    let are_all = |t: Term| {
        let before = terms.as_const(t).and_then(|n| n.checked_sub(1));
        last.iter().any(|less| match *terms.node(*less) {
            Node::Binary(BinaryOp::Sub, all, one) => all == t && is_one(one),
            Node::Binary(BinaryOp::Add, all, other) => all == t && is_minus_one(other),
            Node::Const { value, .. } => before == Some(value),
            Node::Var(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => false,
        })
    };
    let says = |a: Term, b: Term| is_ticket(a) && last.contains(&b) || is_next(a) && are_all(b);
    let Node::Compare(CompareOp::Eq, a, b) = *terms.node(test) else { return false };
    says(a, b) || says(b, a)
}

impl ToldCell {
    fn requires_last(&self, terms: &Terms, condition: Term) -> bool {
        if self.ticket {
            return is_last(terms, condition, &|t| self.is_cell(terms, t), &self.last);
        }
        // It does not hold where the cell says that the ticket was another one.
        terms.eval(condition, &NotLast { terms, told: self }) == Some(0)
    }

    fn is_cell(&self, terms: &Terms, t: Term) -> bool {
        let Node::Apply(f, args) = terms.node(t) else { return false };
        self.is_contents(terms, *f) && args.last().and_then(|a| terms.as_const(*a)) == Some(self.offset)
    }

    fn is_contents(&self, terms: &Terms, f: Func) -> bool {
        let info = terms.func_info(f);
        let same = info.kind == FuncKind::Memory { array: Some(self.array.0) };
        same && info.sharing == Sharing::Block && u64::from(info.width) == self.width
    }
}

struct NotLast<'a> {
    terms: &'a Terms,
    told: &'a ToldCell,
}

impl Environment for NotLast<'_> {
    fn var(&self, _: Var) -> Option<u64> {
        None
    }
    fn apply(&self, func: Func, args: &[u64]) -> Option<u64> {
        (self.told.is_contents(self.terms, func) && args.last() == Some(&self.told.offset)).then_some(0)
    }
}

/// What a write of `value` tells the block about its ticket.
pub(super) fn cell(
    world: &Prepared,
    write: &Access,
    (value, ticket): (Term, Term),
    last: Vec<Term>,
) -> Option<ToldCell> {
    let terms = &world.terms;
    let mut test = value;
    // 0 where the test fails.
    if let Node::Ite(condition, _, otherwise) = *terms.node(test)
        && terms.as_const(otherwise) == Some(0)
    {
        test = condition;
    }
    let is_ticket = value == ticket;
    let (offset, bytes) = (terms.as_const(write.offset)?, terms.as_const(write.bytes)?);
    let width = bytes.checked_mul(8)?;
    (is_ticket || is_last(terms, test, &|t| t == ticket, &last)).then_some(ToldCell {
        array: write.array,
        offset,
        width,
        last,
        ticket: is_ticket,
    })
}
