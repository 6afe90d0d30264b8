//! Whether a thread comes to a place in a loop.

use crate::kernel::Loop;
use crate::term::{Term, Terms};

/// The thread reaches a place in these loops, if it did what the other thread did up to the iteration before.
pub(crate) fn reach(terms: &mut Terms, guard: Term, loops: &[&Loop]) -> Term {
    let mut reach = terms.truth();
    for l in loops {
        let x = terms.var(l.counter);
        let width = terms.width(x);
        let (zero, back) = (terms.constant(width, 0), terms.int(width, -1));
        let before = terms.add(x, back);
        let is_first = terms.eq(x, zero);
        let went_on = terms.replace(l.continues, l.counter, before);
        let arrives = terms.or(is_first, went_on);
        reach = terms.and(reach, l.executed);
        reach = terms.and(reach, arrives);
    }
    terms.and(reach, guard)
}

/// The thread is known to reach that place: also what follows from all earlier iterations. Not to be negated.
pub(crate) fn reached(terms: &mut Terms, guard: Term, loops: &[&Loop]) -> Term {
    let reach = reach(terms, guard, loops);
    let since = terms.all(loops.iter().map(|l| l.since));
    terms.and(reach, since)
}
