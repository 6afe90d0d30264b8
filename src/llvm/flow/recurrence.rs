//! Closed forms of loop-carried values.
//!
//! A header phi is a recurrence: its value before the first iteration, and its value in the next iteration as a term over
//! the values in this one (placeholders, one variable per phi). A closed form is a term over the iteration counter `x`.
//! In order: constant, affine, geometric by powers of two, shifts, toggles, and values that lag one iteration behind, and
//! one of these or another by a condition that is the same in all iterations.
//! Exact where the program's own operations do not wrap, if they are taken not to; a recurrence without one of these forms is
//! left to the caller.

use super::iteration::{Recurrence, count, increment, is_first, is_turn, previous};
use super::progress::{cyclic, doubled, progress};
use super::rounds::{rounds, turning};
use crate::term::{Arithmetic, BinaryOp, CastOp, Intervals, Node, Substitution, Term, Terms, Var};

/// The closed forms over `counter`, `None` where there is none. Results mention no placeholder.
pub(crate) fn solve(terms: &mut Terms, recurrences: &[Recurrence], counter: Var) -> Vec<Option<Term>> {
    let mut solved: Vec<Option<Term>> = vec![None; recurrences.len()];
    loop {
        let mut progress = false;
        for (i, r) in recurrences.iter().enumerate() {
            if solved[i].is_some() {
                continue;
            }
            let mut known = Substitution::new();
            for (r, s) in recurrences.iter().zip(&solved) {
                if let Some(s) = s {
                    known.var(r.placeholder, *s);
                }
            }
            let next = terms.substitute(r.next, &mut known);
            let mentions = terms.vars_of(&[next]);
            let blocked = recurrences.iter().zip(&solved).any(|(other, s)| {
                s.is_none() && other.placeholder != r.placeholder && mentions.contains(&other.placeholder)
            });
            if blocked {
                continue;
            }
            solved[i] = closed_form(terms, Recurrence { next, ..*r }, counter);
            progress |= solved[i].is_some();
        }
        if !progress {
            return solved;
        }
    }
}

fn closed_form(terms: &mut Terms, r: Recurrence, counter: Var) -> Option<Term> {
    let p = terms.var(r.placeholder);
    if r.next == p {
        return Some(r.init);
    }
    if !terms.vars_of(&[r.next]).contains(&r.placeholder) {
        return Some(lagged(terms, r, counter));
    }
    if let Some(step) = increment(terms, r.next, p).filter(|s| is_free(terms, *s, r, counter)) {
        let x = count(terms, counter, terms.width(p));
        return Some(progress(terms, r, step, x));
    }
    if let Some(t) =
        cyclic(terms, r, p, counter).or_else(|| turning(terms, r, p, counter)).or_else(|| rounds(terms, r, p, counter))
    {
        return Some(t);
    }
    match *terms.node(r.next) {
        Node::Ite(c, a, b) if is_free(terms, c, r, counter) => {
            let a = closed_form(terms, Recurrence { next: a, ..r }, counter)?;
            let b = closed_form(terms, Recurrence { next: b, ..r }, counter)?;
            Some(terms.ite(c, a, b))
        }
        Node::Binary(op, a, b) => toggled(terms, r, (op, a, b), counter).or_else(|| {
            let (a, b) = if b == p && op == BinaryOp::Xor { (b, a) } else { (a, b) };
            (a == p && is_free(terms, b, r, counter)).then(|| repeated(terms, r, (op, b), counter)).flatten()
        }),
        Node::Ite(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Cast(..)
        | Node::Apply(..) => None,
    }
}

/// Whether no iteration changes `t`.
fn is_free(terms: &Terms, t: Term, r: Recurrence, counter: Var) -> bool {
    !terms.vars_of(&[t]).iter().any(|v| *v == counter || *v == r.placeholder)
}

/// `c - p`, which has two values by turns, written so that it cannot wrap.
fn toggled(terms: &mut Terms, r: Recurrence, (op, a, b): (BinaryOp, Term, Term), counter: Var) -> Option<Term> {
    let p = terms.var(r.placeholder);
    let c = match op {
        BinaryOp::Add => reflected(terms, a, b, p),
        BinaryOp::Sub => (b == p).then_some(a),
        BinaryOp::Mul
        | BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => None,
    };
    let c = c.filter(|c| is_free(terms, *c, r, counter))?;
    let other = terms.sub(c, r.init);
    Some(alternate(terms, counter, r.init, other))
}

/// `p op b` in each iteration.
fn repeated(terms: &mut Terms, r: Recurrence, (op, b): (BinaryOp, Term), counter: Var) -> Option<Term> {
    let width = terms.width(r.init);
    match op {
        BinaryOp::Sub => {
            let x = count(terms, counter, width);
            let distance = terms.binary_as(Arithmetic::Wide, BinaryOp::Mul, b, x);
            Some(terms.sub(r.init, distance))
        }
        BinaryOp::Xor => {
            let other = terms.binary(BinaryOp::Xor, r.init, b);
            Some(alternate(terms, counter, r.init, other))
        }
        BinaryOp::Mul => power(terms, b).map(|k| doubled(terms, r, k, counter)),
        BinaryOp::UDiv => power(terms, b).map(|k| shift(terms, BinaryOp::LShr, r.init, k, counter)),
        BinaryOp::SDiv => power(terms, b).map(|k| divided(terms, r.init, k, counter)),
        BinaryOp::LShr | BinaryOp::AShr => {
            let k = terms.as_const(b)?;
            let op = if Intervals::new().of(terms, r.init).lo >= 0 { BinaryOp::LShr } else { op };
            Some(shift(terms, op, r.init, k, counter))
        }
        BinaryOp::Add | BinaryOp::URem | BinaryOp::SRem | BinaryOp::Shl | BinaryOp::And | BinaryOp::Or => None,
    }
}

/// `init` divided by 2^k in each iteration. Division that truncates towards zero composes, whatever the sign.
fn divided(terms: &mut Terms, init: Term, k: u64, counter: Var) -> Term {
    if Intervals::new().of(terms, init).lo >= 0 {
        return shift(terms, BinaryOp::LShr, init, k, counter);
    }
    let zero = terms.constant(terms.width(init), 0);
    let size = terms.sub(zero, init);
    let [below, above] = [size, init].map(|t| shift(terms, BinaryOp::LShr, t, k, counter));
    let (negative, below) = (terms.slt(init, zero), terms.sub(zero, below));
    terms.ite(negative, below, above)
}

/// `c` of `c + p·(-1)`, in either order.
fn reflected(terms: &Terms, a: Term, b: Term, p: Term) -> Option<Term> {
    let minus_p =
        |t: Term| matches!(*terms.node(t), Node::Binary(BinaryOp::Mul, q, m) if q == p && terms.as_int(m) == Some(-1));
    if minus_p(a) {
        Some(b)
    } else if minus_p(b) {
        Some(a)
    } else {
        None
    }
}

/// `k` for the constant `2^k`, `k > 0`.
fn power(terms: &Terms, t: Term) -> Option<u64> {
    terms.as_const(t).filter(|c| c.is_power_of_two() && *c > 1).map(|c| u64::from(c.trailing_zeros()))
}

/// `init` shifted to the right by `k` in each iteration.
fn shift(terms: &mut Terms, op: BinaryOp, init: Term, k: u64, counter: Var) -> Term {
    let (width, counted) = (terms.width(init), terms.var_info(counter).width);
    if width < counted {
        // The amount may need more bits than the value has.
        let extension = if op == BinaryOp::AShr { CastOp::Sext } else { CastOp::Zext };
        let wide = terms.cast(extension, counted, init);
        let shifted = shift(terms, op, wide, k, counter);
        return terms.cast(CastOp::Trunc, width, shifted);
    }
    let (x, k) = (count(terms, counter, width), terms.constant(width, k));
    let amount = terms.binary_as(Arithmetic::Wide, BinaryOp::Mul, x, k);
    terms.binary(op, init, amount)
}

/// `even` in iterations 0, 2, 4, …, `odd` in the others.
fn alternate(terms: &mut Terms, counter: Var, even: Term, odd: Term) -> Term {
    let c = is_turn(terms, counter, 0, 2);
    terms.ite(c, even, odd)
}

/// A value computed anew in each iteration, seen one iteration later.
fn lagged(terms: &mut Terms, r: Recurrence, counter: Var) -> Term {
    let before = previous(terms, r.next, counter);
    let first = is_first(terms, counter);
    terms.ite(first, r.init, before)
}

#[cfg(test)]
mod tests {
    use crate::llvm::flow::monotone::is_monotone;

    use super::*;
    use crate::smt::Model;
    use crate::term::{Owner, VarInfo, VarKind, Width};
    use proptest::prelude::*;

    const WIDTH: Width = 32;

    fn declare(terms: &mut Terms, name: &str) -> Var {
        let bounds = Some((0, 1 << 20));
        terms.declare_var(VarInfo {
            name: name.into(),
            width: WIDTH,
            kind: VarKind::Counter,
            bounds,
            owner: Owner::All,
        })
    }

    /// The next value of a recurrence by number, over the placeholder `p`, another one `q`, and what no iteration changes.
    fn step(terms: &mut Terms, kind: u8, k: u64, p: Term, q: Term, fixed: Term) -> Term {
        let c = terms.constant(WIDTH, k);
        match kind {
            0 => terms.add(p, c),
            1 => terms.sub(c, p),
            2 => terms.binary(BinaryOp::Xor, p, c),
            3 => by(terms, BinaryOp::Mul, p, 2),
            4 => by(terms, BinaryOp::LShr, p, 1),
            5 => by(terms, BinaryOp::SDiv, p, 4),
            6 => q,
            7 => terms.sub(p, c),
            8 => {
                let sum = terms.add(p, c);
                terms.add(sum, c)
            }
            9..=11 => begins_anew(terms, kind, k, p),
            12 => {
                let minus_one = terms.int(WIDTH, -1);
                let negated = terms.mul(p, minus_one);
                terms.add(c, negated)
            }
            13 => {
                let chosen = terms.slt(fixed, c);
                let (sum, doubled) = (terms.add(p, c), by(terms, BinaryOp::Mul, p, 2));
                terms.ite(chosen, sum, doubled)
            }
            14 => {
                let chosen = terms.slt(fixed, c);
                terms.ite(chosen, q, p)
            }
            _ => p,
        }
    }

    /// `p op number`
    fn by(terms: &mut Terms, op: BinaryOp, p: Term, number: u64) -> Term {
        let number = terms.constant(WIDTH, number);
        terms.binary(op, p, number)
    }

    /// A sum that begins anew at a limit: by comparison, by remainder, or less the limit.
    fn begins_anew(terms: &mut Terms, kind: u8, k: u64, p: Term) -> Term {
        let c = terms.constant(WIDTH, k);
        match kind {
            9 => {
                let sum = by(terms, BinaryOp::Add, p, 1);
                let (n, zero) = (terms.constant(WIDTH, 64 + k), terms.constant(WIDTH, 0));
                let last = terms.eq(sum, n);
                terms.ite(last, zero, sum)
            }
            10 => {
                let sum = terms.add(p, c);
                by(terms, BinaryOp::URem, sum, 65)
            }
            _ => {
                let (sum, n) = (terms.add(p, c), terms.constant(WIDTH, 65));
                let (back, over) = (terms.int(WIDTH, k as i64 - 65), terms.sle(n, sum));
                let wrapped = terms.add(p, back);
                terms.ite(over, wrapped, sum)
            }
        }
    }

    proptest! {
        /// A closed form, where there is one, gives what iterating gives.
        #[test]
        fn closed_forms_agree_with_iteration(a in 0u8..16, b in 0u8..16, k in 0u64..9, m in 0u64..9, i in 0u64..100, j in 0u64..1000, f in 0u64..9) {
            let mut terms = Terms::new();
            let counter = declare(&mut terms, "x");
            let (vp, vq) = (declare(&mut terms, "p"), declare(&mut terms, "q"));
            let vf = declare(&mut terms, "f");
            let (p, q, fixed) = (terms.var(vp), terms.var(vq), terms.var(vf));
            let (init_p, init_q) = (terms.constant(WIDTH, i), terms.constant(WIDTH, j));
            let (next_p, next_q) = (step(&mut terms, a, k, p, q, fixed), step(&mut terms, b, m, q, p, fixed));
            let recurrences = [
                Recurrence { placeholder: vp, init: init_p, next: next_p },
                Recurrence { placeholder: vq, init: init_q, next: next_q },
            ];
            let closed = solve(&mut terms, &recurrences, counter);
            let mut state = Model::default();
            state.vars.extend([(vp, i), (vq, j), (vf, f)]);
            for x in 0..12 {
                state.vars.insert(counter, x);
                for (closed, var) in closed.iter().zip([vp, vq]) {
                    if let Some(value) = closed.and_then(|t| terms.eval(t, &state)) {
                        prop_assert_eq!(Some(value), state.vars.get(&var).copied(), "iteration {}", x);
                    }
                }
                let next = [terms.eval(next_p, &state), terms.eval(next_q, &state)];
                if let [Some(p), Some(q)] = next {
                    state.vars.extend([(vp, p), (vq, q)]);
                }
            }
        }
    }

    #[test]
    fn each_form_is_found() {
        for kind in 0..15 {
            let mut terms = Terms::new();
            let counter = declare(&mut terms, "x");
            let (vp, vq) = (declare(&mut terms, "p"), declare(&mut terms, "q"));
            let (p, q) = (terms.var(vp), terms.var(vq));
            let vf = declare(&mut terms, "f");
            let (init, fixed) = (terms.constant(WIDTH, 64), terms.var(vf));
            let next = step(&mut terms, kind, 3, p, q, fixed);
            let recurrences =
                [Recurrence { placeholder: vp, init, next }, Recurrence { placeholder: vq, init, next: q }];
            let closed = solve(&mut terms, &recurrences, counter);
            assert!(closed.iter().all(Option::is_some), "no closed form for step {kind}");
        }
    }

    #[test]
    fn monotone_conditions() {
        let mut terms = Terms::new();
        let (x, n) = (declare(&mut terms, "x"), declare(&mut terms, "n"));
        let (tx, tn) = (terms.var(x), terms.var(n));
        let up = terms.slt(tx, tn);
        let down = terms.slt(tn, tx);
        assert!(is_monotone(&terms, up, x));
        assert!(!is_monotone(&terms, down, x));
        let halves = terms.binary(BinaryOp::LShr, tn, tx);
        let zero = terms.constant(WIDTH, 0);
        let positive = terms.slt(zero, halves);
        assert!(is_monotone(&terms, positive, x));
        let equal = terms.eq(tx, tn);
        assert!(!is_monotone(&terms, equal, x));
    }
}
