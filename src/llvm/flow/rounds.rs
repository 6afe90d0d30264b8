//! Values that change once in each round of a ring: `if (++stage == S) { stage = 0; phase ^= 1; }`.
//!
//! With the closed form of the stage, `(start + x) % S`, the condition says that an iteration `x` is the last of its round. Before
//! iteration `x` there were `(start + x) / S` such iterations, so that a value that is toggled there is toggled by the parity of that
//! number, and one that a step is added to has as many steps. Exact for `0 <= start < S`, and `S > 0`.

use super::iteration::{Recurrence, count, increment};
use super::progress::{TOTAL, gone_round};
use crate::llvm::bind::ir::Val;
use crate::term::{Arithmetic, BinaryOp, CastOp, CompareOp, Intervals, Node, Term, Terms, Var};

/// What a loop may take round a ring, in loops inside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ring {
    /// Its phi for the place.
    pub(crate) place: Val,
    pub(crate) size: i64,
    /// Its phis for what is toggled, each with how.
    pub(crate) toggled: Vec<(Val, Toggle)>,
}

/// A stage that counts from 0 up to a size that is not known: `x % S`, or `x` where that is 0, which it never comes to.
pub(super) fn turning(terms: &mut Terms, r: Recurrence, p: Term, counter: Var) -> Option<Term> {
    let Node::Ite(c, wrapped, plain) = *terms.node(r.next) else { return None };
    let Node::Compare(CompareOp::Eq, a, b) = *terms.node(c) else { return None };
    let size = if a == plain { b } else { a };
    let is_free = !terms.vars_of(&[size]).iter().any(|v| *v == counter || *v == r.placeholder);
    let step = increment(terms, plain, p)?;
    let starts = terms.as_const(r.init) == Some(0) && terms.as_const(wrapped) == Some(0);
    let (x, one) = (terms.var(counter), terms.as_const(step) == Some(1));
    // Fewer iterations than there are numbers with a sign.
    let is_count = terms.width(x) == terms.width(p) && Intervals::new().of(terms, x).lo >= 0;
    if !(a == plain || b == plain) || !is_free || !starts || !one || !is_count || terms.as_const(size).is_some() {
        return None;
    }
    let stage = terms.binary(BinaryOp::URem, x, size);
    Some(or_endless(terms, size, x, stage))
}

/// A value where a size is 0, and elsewhere another one.
fn or_endless(terms: &mut Terms, size: Term, endless: Term, turning: Term) -> Term {
    let zero = terms.constant(terms.width(size), 0);
    let never = terms.eq(size, zero);
    terms.ite(never, endless, turning)
}

/// How many rounds of a size that is not known have ended, if a condition says that the stage is the last one.
fn turns_before(terms: &mut Terms, (a, b): (Term, Term), counter: Var) -> Option<Term> {
    let x = terms.var(counter);
    for (next, size) in [(a, b), (b, a)] {
        if terms.as_const(size).is_some() || terms.width(size) != terms.width(x) {
            continue;
        }
        let rest = terms.binary(BinaryOp::URem, x, size);
        let stage = or_endless(terms, size, x, rest);
        let one = terms.constant(terms.width(x), 1);
        if terms.add(stage, one) == next {
            let (done, none) = (terms.binary(BinaryOp::UDiv, x, size), terms.constant(terms.width(x), 0));
            return Some(or_endless(terms, size, none, done));
        }
    }
    None
}

/// A value that is kept in all but the last iteration of each round.
pub(super) fn rounds(terms: &mut Terms, r: Recurrence, p: Term, counter: Var) -> Option<Term> {
    let (ends, changed) = ending(terms, r.next, p)?;
    let Some(done) = rounds_before(terms, ends, counter) else {
        return carried_round(terms, r, (ends, changed), counter);
    };
    let is_free = |t: Term| !terms.vars_of(&[t]).iter().any(|v| *v == counter || *v == r.placeholder);
    let width = terms.width(p);
    match *terms.node(changed) {
        Node::Binary(BinaryOp::Xor, x, y) if x == p && is_free(y) || y == p && is_free(x) => {
            let by = if x == p { y } else { x };
            let other = terms.binary(BinaryOp::Xor, r.init, by);
            Some(by_turns(terms, done, r.init, other))
        }
        // `1 - p`
        Node::Binary(BinaryOp::Sub, from, by) if by == p && is_free(from) => {
            let other = terms.sub(from, r.init);
            Some(by_turns(terms, done, r.init, other))
        }
        Node::Binary(BinaryOp::Add, ..) => {
            let step = increment(terms, changed, p)?;
            let step = terms.as_const(step).map(|_| step)?;
            let op = if terms.width(done) <= width { CastOp::Zext } else { CastOp::Trunc };
            let done = terms.cast(op, width, done);
            let distance = terms.binary_as(Arithmetic::Wide, BinaryOp::Mul, done, step);
            let meant = terms.arithmetic(changed);
            Some(terms.binary_as(meant, BinaryOp::Add, r.init, distance))
        }
        Node::Not(inner) if inner == p && width == 1 => {
            let other = terms.not(r.init);
            Some(by_turns(terms, done, r.init, other))
        }
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => None,
    }
}

/// What is toggled at the end of each round of a ring that other loops have gone round before: by the parity of all rounds so far, as it
/// was when the loop began. `((T % S) + k) / S + T / S` is `(T + k) / S`, so that the two parities are one.
fn carried_round(terms: &mut Terms, r: Recurrence, (ends, changed): (Term, Term), counter: Var) -> Option<Term> {
    let p = terms.var(r.placeholder);
    let Node::Compare(CompareOp::Eq, a, b) = *terms.node(ends) else { return None };
    let (stage, last) = if terms.as_const(b).is_some() { (a, b) } else { (b, a) };
    let last = terms.as_int(last)?;
    let (stage, plus) = plus_constant(terms, stage);
    let size = last.checked_sub(plus)?.checked_add(1)?;
    let total = gone_round(terms, stage, size).filter(|_| size > 0)?;
    let x = count(terms, counter, TOTAL);
    let before = increment(terms, total, x)?;
    let (even, odd) = turns_of(terms, r.init, before, size)?;
    let is_other = toggled_by(terms, changed, p)?.other(terms, even) == odd;
    is_other.then(|| after_rounds(terms, total, size, (even, odd)))
}

/// One value or another, by the parity of the rounds of so many steps.
pub(crate) fn after_rounds(terms: &mut Terms, total: Term, size: i64, (even, odd): (Term, Term)) -> Term {
    let size = terms.int(TOTAL, size);
    let done = terms.binary(BinaryOp::UDiv, total, size);
    by_turns(terms, done, even, odd)
}

/// The two values between which a term chooses by the parity of the rounds of so many steps.
fn turns_of(terms: &mut Terms, t: Term, total: Term, size: i64) -> Option<(Term, Term)> {
    let Node::Ite(_, a, b) = *terms.node(t) else { return None };
    [(a, b), (b, a)].into_iter().find(|turns| after_rounds(terms, total, size, *turns) == t)
}

/// How a value is toggled: twice is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Toggle {
    Xor(Term),
    /// `c - p`
    From(Term),
    Not,
}

impl Toggle {
    /// The other value.
    pub(crate) fn other(self, terms: &mut Terms, value: Term) -> Term {
        match self {
            Toggle::Xor(by) => terms.binary(BinaryOp::Xor, value, by),
            Toggle::From(c) => terms.sub(c, value),
            Toggle::Not => terms.not(value),
        }
    }
}

/// How `changed` toggles `p`, by a constant.
pub(crate) fn toggled_by(terms: &Terms, changed: Term, p: Term) -> Option<Toggle> {
    let constant = |t: Term| terms.as_const(t).map(|_| t);
    match *terms.node(changed) {
        Node::Binary(BinaryOp::Xor, a, b) if a == p => constant(b).map(Toggle::Xor),
        Node::Binary(BinaryOp::Xor, a, b) if b == p => constant(a).map(Toggle::Xor),
        Node::Binary(BinaryOp::Sub, c, b) if b == p => constant(c).map(Toggle::From),
        Node::Not(inner) if inner == p => Some(Toggle::Not),
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => None,
    }
}

/// The condition under which a value is changed, and to what.
pub(crate) fn ending(terms: &Terms, next: Term, p: Term) -> Option<(Term, Term)> {
    let Node::Ite(c, a, b) = *terms.node(next) else { return None };
    match *terms.node(c) {
        Node::Not(inner) if a == p => Some((inner, b)),
        _ if b == p => Some((c, a)),
        Node::Not(_)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => None,
    }
}

/// One value or another, by whether a number is even.
fn by_turns(terms: &mut Terms, number: Term, even: Term, odd: Term) -> Term {
    let width = terms.width(number);
    let (one, zero) = (terms.constant(width, 1), terms.constant(width, 0));
    let bit = terms.binary(BinaryOp::And, number, one);
    let is_even = terms.eq(bit, zero);
    terms.ite(is_even, even, odd)
}

/// How many rounds have ended before an iteration, if a condition says that it is the last one of its round.
fn rounds_before(terms: &mut Terms, ends: Term, counter: Var) -> Option<Term> {
    let Node::Compare(CompareOp::Eq, a, b) = *terms.node(ends) else { return None };
    if let Some(done) = turns_before(terms, (a, b), counter) {
        return Some(done);
    }
    let (stage, last) = if terms.as_const(b).is_some() { (a, b) } else { (b, a) };
    let last = terms.as_int(last)?;
    let (stage, plus) = plus_constant(terms, stage);
    let stage = uncast(terms, stage);
    let Node::Binary(BinaryOp::URem, place, size) = *terms.node(stage) else { return None };
    let size_number = terms.as_int(size)?;
    if size_number < 1 || last - plus != size_number - 1 {
        return None;
    }
    let width = terms.width(place);
    let x = count(terms, counter, width);
    let start = increment(terms, place, x)?;
    let bounds = Intervals::new().of(terms, start);
    let is_free = !terms.vars_of(&[start]).contains(&counter);
    let most = Intervals::new().of(terms, x).hi.checked_add(size_number.into())?;
    let fits = width >= 64 || most < 1i128 << width;
    if !is_free || !fits || bounds.lo < 0 || bounds.hi >= i128::from(size_number) {
        return None;
    }
    Some(terms.binary(BinaryOp::UDiv, place, size))
}

/// `t` and `c` for `t + c`.
fn plus_constant(terms: &Terms, t: Term) -> (Term, i64) {
    match *terms.node(t) {
        Node::Binary(BinaryOp::Add, a, b) => match (terms.as_int(a), terms.as_int(b)) {
            (_, Some(c)) => (a, c),
            (Some(c), None) => (b, c),
            (None, None) => (t, 0),
        },
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => (t, 0),
    }
}

/// What a number was before it was kept in fewer bits, which it fits: it is the rest by a size that does.
fn uncast(terms: &Terms, t: Term) -> Term {
    match *terms.node(t) {
        Node::Cast(CastOp::Trunc, _, inner) => inner,
        Node::Cast(..)
        | Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Apply(..) => t,
    }
}

#[cfg(test)]
mod tests {
    use super::super::iteration::Recurrence;
    use super::super::recurrence::solve;
    use crate::smt::Model;
    use crate::term::{BinaryOp, Owner, Term, Terms, Var, VarInfo, VarKind};

    fn declare(terms: &mut Terms, name: &str) -> Var {
        let (kind, bounds) = (VarKind::Counter, Some((0, 1 << 20)));
        terms.declare_var(VarInfo { name: name.into(), width: 32, kind, bounds, owner: Owner::All })
    }

    /// Stage and phase as a program carries them, against their closed forms.
    #[test]
    fn phases_agree_with_iteration() {
        for size in [0, 1, 2, 5] {
            agree((size, true), 0, 1, BinaryOp::Xor);
            agree((size, true), 0, 0, BinaryOp::Add);
        }
        for (size, start, first) in [(1, 0, 0), (2, 0, 1), (3, 1, 0), (4, 3, 1), (7, 2, 0)] {
            for change in [BinaryOp::Xor, BinaryOp::Sub, BinaryOp::Add] {
                agree((size, false), start, first, change);
            }
        }
    }

    fn agree((size, is_open): (u64, bool), start: u64, first: u64, change: BinaryOp) {
        let mut terms = Terms::new();
        let counter = declare(&mut terms, "x");
        let (vs, vp) = (declare(&mut terms, "stage"), declare(&mut terms, "phase"));
        let vn = declare(&mut terms, "size");
        let number = |terms: &mut Terms, n| terms.constant(32, n);
        let (stage, phase, one) = (terms.var(vs), terms.var(vp), number(&mut terms, 1));
        let n = if is_open { terms.var(vn) } else { number(&mut terms, size) };
        let zero = number(&mut terms, 0);
        let next = terms.add(stage, one);
        let ends = terms.eq(next, n);
        let stage_next = terms.ite(ends, zero, next);
        let changed: Term = match change {
            BinaryOp::Sub => terms.sub(one, phase),
            op => terms.binary(op, phase, one),
        };
        let phase_next = terms.ite(ends, changed, phase);
        let recurrences = [
            Recurrence { placeholder: vs, init: number(&mut terms, start), next: stage_next },
            Recurrence { placeholder: vp, init: number(&mut terms, first), next: phase_next },
        ];
        let closed = solve(&mut terms, &recurrences, counter);
        let mut state = Model::default();
        state.vars.extend([(vs, start), (vp, first), (vn, size)]);
        for x in 0..30 {
            state.vars.insert(counter, x);
            for (closed, var) in closed.iter().zip([vs, vp]) {
                let value = closed.and_then(|t| terms.eval(t, &state));
                assert_eq!(value, state.vars.get(&var).copied(), "size {size}, {change:?}, iteration {x}");
            }
            let next = [stage_next, phase_next].map(|t| terms.eval(t, &state));
            if let [Some(s), Some(p)] = next {
                state.vars.extend([(vs, s), (vp, p)]);
            }
        }
    }
}
