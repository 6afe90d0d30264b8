//! Loop-carried values that an iteration keeps or changes by a condition without a closed form.
//!
//! ```cuda
//! for (int k = 1; k < n; k++) if (w[k] > w[best]) best = k;     // set: the value of a latest iteration
//! for (int k = 0; k < n; k++) if (w[k] > 0) found++;            // counted: how often
//! ```
//!
//! Let `u(x)` be the latest iteration before `x` that set the value, -1 if none did: the value is what iteration `u(x)` set it to, or
//! else the first one. Let `u(x)` be how many iterations before `x` counted: the value is the first one and `u(x)` steps. `u` is a
//! recurrence of its own, and between -1 and `x - 1`, or 0 and `x`. Values that change together have one `u`: of
//! `if (w[k] > 0) { *to++ = k; found++; }` the place follows from `found`. The form says so by a choice that is always decided one way, so
//! that it is exact, and whoever knows nothing of `u` knows its bounds.

use super::iteration::{Recurrence, increment};
use super::progress::progress;
use crate::term::{CastOp, Node, Term, Terms, Var};

/// What an iteration does to a value if it does not keep it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    /// The iteration changes it.
    pub(crate) when: Term,
    change: Change,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    /// To this, over the counter.
    Set(Term),
    /// By this step; the sum is the program's.
    Counted { step: Term, sum: Term },
}

/// How `r` changes, if each iteration keeps it or changes it in one way. The condition may be over placeholders.
pub(crate) fn kept(terms: &mut Terms, r: Recurrence, counter: Var, placeholders: &[Var]) -> Option<Kept> {
    let p = terms.var(r.placeholder);
    if is_extreme(terms, r.next) {
        return None; // of two, of which it is better to know that
    }
    let (when, value) = changed(terms, r.next, p);
    let value = value.filter(|_| terms.as_const(when).is_none())?;
    let is_free = |terms: &Terms, t: Term, of: &[Var]| !terms.vars_of(&[t]).iter().any(|v| of.contains(v));
    if is_free(terms, value, placeholders) {
        return Some(Kept { when, change: Change::Set(value) });
    }
    let step = increment(terms, value, p)?;
    let is_fixed = is_free(terms, step, placeholders) && is_free(terms, step, &[counter]);
    is_fixed.then_some(Kept { when, change: Change::Counted { step, sum: value } })
}

/// Whether it is the lesser or the greater of two values.
fn is_extreme(terms: &Terms, t: Term) -> bool {
    let Node::Ite(c, a, b) = *terms.node(t) else { return false };
    matches!(*terms.node(c), Node::Compare(_, x, y) if (x, y) == (a, b) || (y, x) == (a, b))
}

/// When a choice is another term than `p`, and which.
pub(crate) fn changed(terms: &mut Terms, t: Term, p: Term) -> (Term, Option<Term>) {
    if t == p {
        return (terms.falsity(), None);
    }
    let Node::Ite(c, a, b) = *terms.node(t) else { return (terms.truth(), Some(t)) };
    let (when_a, a) = changed(terms, a, p);
    let (when_b, b) = changed(terms, b, p);
    let when = terms.ite(c, when_a, when_b);
    let value = match (a, b) {
        (Some(a), Some(b)) => Some(terms.ite(c, a, b)),
        (one, other) => one.or(other),
    };
    (when, value)
}

impl Kept {
    /// Whether its `u` is that of another value, too: both change in the same iterations, and are counted, or set.
    pub(crate) fn changes_with(self, other: Kept) -> bool {
        self.when == other.when && self.is_counted() == other.is_counted()
    }

    /// Whether `u` says how often it has changed, and not when it changed last.
    pub(crate) fn is_counted(self) -> bool {
        match self.change {
            Change::Set(_) => false,
            Change::Counted { .. } => true,
        }
    }

    /// What `u` is before the first iteration, in the counter's width.
    pub(crate) fn start(self, terms: &mut Terms, counter: Var) -> Term {
        let width = terms.var_info(counter).width;
        match self.change {
            Change::Set(_) => terms.int(width, -1),
            Change::Counted { .. } => terms.constant(width, 0),
        }
    }

    /// What `u` is in the next iteration.
    pub(crate) fn next(self, terms: &mut Terms, u: Term, counter: Var) -> Term {
        let changed = match self.change {
            Change::Set(_) => terms.var(counter),
            Change::Counted { .. } => {
                let one = terms.constant(terms.width(u), 1);
                terms.add(u, one)
            }
        };
        terms.ite(self.when, changed, u)
    }

    /// The value of `r`.
    pub(crate) fn value(self, terms: &mut Terms, r: Recurrence, u: Term, counter: Var) -> Term {
        let (x, zero) = (terms.var(counter), terms.constant(terms.width(u), 0));
        let from = terms.sle(zero, u);
        let (to, value) = match self.change {
            Change::Set(value) => (terms.slt(u, x), terms.replace(value, counter, u)),
            Change::Counted { step, sum } => {
                let (width, counted) = (terms.width(r.init), terms.width(u));
                let cast = if width >= counted { CastOp::Zext } else { CastOp::Trunc };
                let turns = terms.cast(cast, width, u);
                (terms.sle(u, x), progress(terms, Recurrence { next: sum, ..r }, step, turns))
            }
        };
        let inside = terms.and(from, to);
        terms.ite(inside, value, r.init)
    }
}
