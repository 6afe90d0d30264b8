//! What all earlier iterations say of one, where the condition of the last of them does not say as much.
//!
//! * `for (i = s; i != n; i += d)`: `i` has not been `n`, so iteration x is no later than `(n - s) / d`.
//! * `for (i = s; i < n; i += d)`, where sums are followed ([`Wrapping::Followed`]), or are of unsigned numbers out of memory, of
//!   which nothing says that they are not the last ones: `i` has never wrapped if `n - 1 + d` does
//!   not, as each value before was below `n`. So the value in the iteration before is below `n` as a whole number too; its
//!   closed form `s + d * x` comes below `n` again and again as x grows.
//! * `for (d = 1; d < n; d *= 2)`: after the last bit is shifted out `d` is 0 for ever.
//!
//! Direction: a condition of another form says nothing. Source: induction over the iterations.

use super::iteration;
use crate::term::{Arithmetic, BinaryOp, CastOp, CompareOp, FuncKind, Node, Term, Terms, Var, Width, Wrapping};

/// Holds the products of two numbers of 32 bits.
const WIDE: Width = 64;

/// `small < large`, or `small <= large`, of numbers that `extension` makes wider.
struct Order {
    small: Term,
    large: Term,
    or_equal: bool,
    extension: CastOp,
}

/// What holds of iteration `counter` because the loop went on by `continues` in all that came before.
pub(crate) fn since(terms: &mut Terms, continues: Term, counter: Var) -> Term {
    let follows = terms.wrapping() == Wrapping::Followed;
    let parts = conjuncts(terms, continues);
    let known = parts.into_iter().filter_map(|part| {
        let may_wrap = follows || is_of_memory(terms, part);
        has_not_met(terms, part, counter).or_else(|| may_wrap.then(|| stays_below(terms, part, counter)).flatten())
    });
    let mut known: Vec<Term> = known.collect();
    known.extend(is_not_shifted_out(terms, continues, counter));
    terms.all(known)
}

/// Whether unsigned numbers are compared, of which one is read from memory.
fn is_of_memory(terms: &Terms, condition: Term) -> bool {
    let is_unsigned = order(terms, condition).is_some_and(|order| order.extension == CastOp::Zext);
    let is_memory = |(_, f)| matches!(terms.func_info(f).kind, FuncKind::Memory { .. });
    is_unsigned && terms.apps_of(&[condition]).into_iter().any(is_memory)
}

fn conjuncts(terms: &Terms, t: Term) -> Vec<Term> {
    match *terms.node(t) {
        Node::Binary(BinaryOp::And, a, b) if terms.width(t) == 1 => [conjuncts(terms, a), conjuncts(terms, b)].concat(),
        Node::Binary(..)
        | Node::Compare(..)
        | Node::Not(_)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => vec![t],
    }
}

/// A value that doubles: `d` of `for (d = 1; d < 32; d *= 2)` is 32 before all its bits
/// are shifted out. If one of the first ends the loop whatever the kernel is given, no later one is executed; else one
/// after the last bit is executed only if the loop goes on with that.
fn is_not_shifted_out(terms: &mut Terms, continues: Term, counter: Var) -> Option<Term> {
    let x = terms.var(counter);
    let doubles = |t: &Term| matches!(*terms.node(*t), Node::Binary(BinaryOp::Shl, _, by) if terms.vars_of(&[by]).contains(&counter));
    if !terms.reachable(&[continues]).iter().any(doubles) {
        return None;
    }
    let width = terms.var_info(counter).width;
    let mut goes_on = |i: u64| {
        let iteration = terms.constant(width, i);
        (iteration, terms.replace(continues, counter, iteration))
    };
    let first: Vec<(Term, Term)> = (0..u64::from(width)).map(&mut goes_on).collect();
    let (last, then) = first.iter().copied().find(|(_, goes_on)| terms.is_false(*goes_on)).or(first.last().copied())?;
    let early = terms.sle(x, last);
    Some(terms.or(early, then))
}

/// A value that goes on by a constant until it meets another one.
fn has_not_met(terms: &mut Terms, condition: Term, counter: Var) -> Option<Term> {
    let Node::Not(met) = *terms.node(condition) else { return None };
    let Node::Compare(CompareOp::Eq, a, b) = *terms.node(met) else { return None };
    let moves = |t: Term| terms.vars_of(&[t]).contains(&counter);
    let (value, end) = match (moves(a), moves(b)) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        _ => return None,
    };
    if !is_affine(terms, value, counter) {
        return None;
    }
    let (first, step) = progress(terms, value, counter);
    let step = terms.as_int(step).filter(|step| *step != 0)?;
    let way = if step > 0 { (end, first) } else { (first, end) };
    let width = terms.width(value);
    let minus_one = terms.int(width, -1);
    let back = terms.binary_as(Arithmetic::Modular, BinaryOp::Mul, way.1, minus_one);
    let distance = terms.binary_as(Arithmetic::Modular, BinaryOp::Add, way.0, back);
    let by = terms.constant(width, step.unsigned_abs());
    let steps = terms.binary(BinaryOp::UDiv, distance, by);
    let x = terms.var(counter);
    let widest = width.max(terms.width(x));
    let [x, steps] = [x, steps].map(|t| terms.cast(CastOp::Zext, widest, t));
    let within = terms.compare(CompareOp::Ule, x, steps);
    let (rest, zero) = (terms.binary(BinaryOp::URem, distance, by), terms.constant(width, 0));
    let meets = terms.eq(rest, zero);
    Some(terms.implies(meets, within))
}

/// The value in the first iteration, and by how much it goes on, modulo 2^w.
fn progress(terms: &mut Terms, value: Term, counter: Var) -> (Term, Term) {
    let counted = terms.var_info(counter).width;
    let [first, second] = [0, 1].map(|i| {
        let iteration = terms.constant(counted, i);
        terms.replace(value, counter, iteration)
    });
    (first, terms.sub(second, first))
}

/// A value that rises to a bound in equal steps. One that falls to a bound is one that rises, both negated.
fn stays_below(terms: &mut Terms, condition: Term, counter: Var) -> Option<Term> {
    let Order { small, large, or_equal, extension } = order(terms, condition)?;
    let width = terms.width(small);
    let moves = |t: Term| terms.vars_of(&[t]).contains(&counter);
    let (value, bound, rises) = match (moves(small), moves(large)) {
        (true, false) => (small, large, true),
        (false, true) if extension == CastOp::Sext => (large, small, false),
        _ => return None,
    };
    if width > WIDE / 2 || !is_affine(terms, value, counter) {
        return None;
    }
    let (x, (first, step)) = (terms.var(counter), progress(terms, value, counter));
    let zero = terms.constant(WIDE, 0);
    let [first, step, bound] = [first, step, bound].map(|t| {
        let wide = terms.cast(extension, WIDE, t);
        if rises { wide } else { terms.sub(zero, wide) }
    });
    let one = terms.constant(WIDE, 1);
    let beyond = if or_equal { terms.add(bound, one) } else { bound };
    let sign = u8::from(extension == CastOp::Sext);
    let (limit, next) = (terms.constant(WIDE, 1 << (width - sign)), terms.add(beyond, step));
    let (goes_up, fits) = (terms.slt(zero, step), terms.sle(next, limit));
    let steps = terms.cast(CastOp::Zext, WIDE, x);
    let distance = terms.mul(step, steps);
    let here = terms.add(first, distance);
    let before = terms.sub(here, step);
    let (below, is_first) = (terms.slt(before, beyond), iteration::is_first(terms, counter));
    let (applies, holds) = (terms.and(goes_up, fits), terms.or(is_first, below));
    Some(terms.implies(applies, holds))
}

fn order(terms: &Terms, t: Term) -> Option<Order> {
    let (t, negated) = if let Node::Not(inner) = *terms.node(t) { (inner, true) } else { (t, false) };
    let Node::Compare(op, a, b) = *terms.node(t) else { return None };
    let (or_equal, extension) = match op {
        CompareOp::Slt => (false, CastOp::Sext),
        CompareOp::Sle => (true, CastOp::Sext),
        CompareOp::Ult => (false, CastOp::Zext),
        CompareOp::Ule => (true, CastOp::Zext),
        CompareOp::Eq => return None,
    };
    // Not below is at least, the other way round.
    let (small, large, or_equal) = if negated { (b, a, !or_equal) } else { (a, b, or_equal) };
    Some(Order { small, large, or_equal, extension })
}

/// Whether `t` is `init + step * counter` modulo 2^w.
fn is_affine(terms: &Terms, t: Term, counter: Var) -> bool {
    let is_fixed = |t: Term| !terms.vars_of(&[t]).contains(&counter);
    is_fixed(t)
        || match *terms.node(t) {
            Node::Var(_) => true,
            Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                is_affine(terms, a, counter) && is_affine(terms, b, counter)
            }
            Node::Binary(BinaryOp::Mul, a, b) => {
                (is_fixed(a) && is_affine(terms, b, counter)) || (is_fixed(b) && is_affine(terms, a, counter))
            }
            Node::Binary(BinaryOp::Shl, a, by) => is_fixed(by) && is_affine(terms, a, counter),
            Node::Cast(CastOp::Trunc, _, a) => is_affine(terms, a, counter),
            Node::Binary(..)
            | Node::Cast(..)
            | Node::Const { .. }
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Apply(..) => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::Model;
    use crate::term::{Owner, VarInfo, VarKind};
    use proptest::prelude::*;

    fn declare(terms: &mut Terms, name: &str, width: Width) -> Var {
        let (name, bounds) = (name.to_owned(), None);
        terms.declare_var(VarInfo { name, width, kind: VarKind::Counter, bounds, owner: Owner::All })
    }

    /// A number of 8 bits, near the ends as often as not.
    fn number() -> impl Strategy<Value = u64> {
        prop_oneof![0u64..256, 0u64..8, 120u64..136, 248u64..256]
    }

    /// Runs a loop over `value` of 8 bits as long as it goes on, and holds `holds` against each of its iterations.
    fn follow(terms: &Terms, x: Var, continues: Term, holds: Term, values: &[(Var, u64)]) -> Result<(), TestCaseError> {
        let mut state = Model::default();
        state.vars.extend(values.iter().copied());
        for i in 0..300 {
            state.vars.insert(x, i);
            prop_assert_eq!(terms.eval(holds, &state), Some(1), "iteration {}", i);
            if terms.eval(continues, &state) != Some(1) {
                break;
            }
        }
        Ok(())
    }

    #[test]
    fn a_value_that_doubles_is_0_after_its_last_bit() {
        let mut terms = Terms::new();
        let [x, n] = ["x", "n"].map(|name| declare(&mut terms, name, 32));
        let [tx, tn, one] = [terms.var(x), terms.var(n), terms.constant(32, 1)];
        let value = terms.binary(BinaryOp::Shl, one, tx);
        let continues = terms.compare(CompareOp::Ult, value, tn);
        let holds = since(&mut terms, continues, x);
        let at = |iteration, end| {
            let mut state = Model::default();
            state.vars.extend([(x, iteration), (n, end)]);
            terms.eval(holds, &state)
        };
        assert_eq!([at(31, 100), at(32, 100), at(40, 100)], [Some(1), Some(0), Some(0)]);
        assert_eq!(at(32, 0x8000_0001), Some(1), "it goes on with the last bit");
    }

    proptest! {
        /// A loop that ends where its counter meets a value is in no later iteration.
        #[test]
        fn it_holds_where_a_value_was_not_met(start in number(), step in 1i64..9, up in any::<bool>(), end in number()) {
            let mut terms = Terms::new();
            let x = declare(&mut terms, "x", 32);
            let [s, n] = ["s", "n"].map(|name| declare(&mut terms, name, 8));
            let [ts, tn] = [s, n].map(|v| terms.var(v));
            let (count, by) = (iteration::count(&mut terms, x, 8), terms.int(8, if up { step } else { -step }));
            let distance = terms.mul(by, count);
            let value = terms.add(ts, distance);
            let continues = terms.ne(value, tn);
            let holds = since(&mut terms, continues, x);
            prop_assert!(!terms.is_true(holds));
            follow(&terms, x, continues, holds, &[(s, start), (n, end)])?;
            // The iteration in which it ends is the last one that is possible.
            let distance = if up { end.wrapping_sub(start) } else { start.wrapping_sub(end) } & 0xff;
            if distance % step.unsigned_abs() == 0 {
                let mut state = Model::default();
                state.vars.extend([(s, start), (n, end), (x, distance / step.unsigned_abs() + 1)]);
                prop_assert_eq!(terms.eval(holds, &state), Some(0));
            }
        }

        /// What is said of an iteration is true if the loop went on in all before, whatever wraps.
        #[test]
        fn it_holds_where_the_loop_went_on(start in number(), step in number(), end in number(), sort in 0u8..8) {
            let mut terms = Terms::new().with_wrapping(Wrapping::Followed);
            let x = declare(&mut terms, "x", 32);
            let [s, d, n] = ["s", "d", "n"].map(|name| declare(&mut terms, name, 8));
            let [ts, td, tn] = [s, d, n].map(|v| terms.var(v));
            let count = iteration::count(&mut terms, x, 8);
            let distance = terms.mul(td, count);
            let value = terms.add(ts, distance);
            let op = [CompareOp::Slt, CompareOp::Sle, CompareOp::Ult, CompareOp::Ule][usize::from(sort % 4)];
            let (a, b) = if sort < 4 { (value, tn) } else { (tn, value) };
            let continues = terms.compare(op, a, b);
            let holds = since(&mut terms, continues, x);
            prop_assert!(!terms.is_true(holds) || (sort >= 4 && matches!(op, CompareOp::Ult | CompareOp::Ule)));
            follow(&terms, x, continues, holds, &[(s, start), (d, step), (n, end)])?;
        }
    }
}
