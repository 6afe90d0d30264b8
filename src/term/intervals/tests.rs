//! The modest values of what loops carry, against the loops.

use crate::term::eval::signed;
use crate::term::{
    Axiom, BinaryOp, Environment, Func, FuncInfo, FuncKind, Intervals, Owner, Sharing, Term, Terms, Var, VarInfo,
    VarKind,
};
use proptest::prelude::*;

const VALUES: usize = 2;

/// A loop with carried values, the first of which is asked for.
struct Made {
    terms: Terms,
    counter: Var,
    funcs: [Func; VALUES],
    values: Vec<Term>,
}

/// The iteration `now`, and the values in the one before.
struct Step<'a> {
    made: &'a Made,
    now: u64,
    before: [u64; VALUES],
}

impl Environment for Step<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        (var == self.made.counter).then_some(self.now)
    }

    fn apply(&self, func: Func, _: &[u64]) -> Option<u64> {
        let at = self.made.funcs.iter().position(|f| *f == func)?;
        Some(self.before[at])
    }
}

/// An expression over `leaves`, by the choices of `numbers`.
fn expression(t: &mut Terms, numbers: &mut impl Iterator<Item = u8>, leaves: &[Term], depth: usize) -> Term {
    let choice = usize::from(numbers.next().unwrap_or(0));
    if depth == 0 {
        return leaves[choice % leaves.len()];
    }
    let a = expression(t, numbers, leaves, depth - 1);
    let b = expression(t, numbers, leaves, depth - 1);
    let constant = t.int(32, [1, 2, 3, 7, 40, 1000][choice / 16 % 6]);
    match choice % 14 {
        0..=3 => t.add(a, b),
        4 => t.add(a, constant),
        5 => t.mul(a, constant),
        6 => t.sub(a, constant),
        7 => t.binary(BinaryOp::SDiv, a, constant),
        8 => t.binary(BinaryOp::URem, a, constant),
        9 => t.binary(BinaryOp::And, a, constant),
        10 => t.binary(BinaryOp::Xor, a, constant),
        11 => t.binary(BinaryOp::UDiv, a, constant),
        12 => t.binary([BinaryOp::LShr, BinaryOp::AShr, BinaryOp::Or][choice / 14 % 3], a, constant),
        _ => {
            let less = t.slt(a, constant);
            t.ite(less, a, b)
        }
    }
}

fn made(numbers: &[u8], firsts: [i64; VALUES]) -> Made {
    let mut t = Terms::new();
    let (kind, owner) = (VarKind::Counter, Owner::All);
    let counter =
        t.declare_var(VarInfo { name: "k".into(), width: 32, kind, bounds: Some((0, i32::MAX.into())), owner });
    let funcs = [(); VALUES].map(|()| {
        let kind = FuncKind::Loop { what: "a value".into() };
        t.declare_func(FuncInfo { name: "s".into(), width: 32, kind, sharing: Sharing::Grid, axiom: None, owner })
    });
    let k = t.var(counter);
    let (zero, minus_one) = (t.constant(32, 0), t.int(32, -1));
    let (is_first, before) = (t.eq(k, zero), t.add(k, minus_one));
    let mut leaves: Vec<Term> = funcs.iter().map(|f| t.apply(*f, vec![before])).collect();
    // Of the number of the iteration, not of the one before, which there is none at first.
    leaves.extend([k, t.int(32, 5)]);
    let mut numbers = numbers.iter().copied();
    let mut values = vec![];
    for (func, first) in funcs.into_iter().zip(firsts) {
        let (first, next) = (t.int(32, first), expression(&mut t, &mut numbers, &leaves, 2));
        let value = t.ite(is_first, first, next);
        let now = t.apply(func, vec![k]);
        let body = t.eq(now, value);
        t.set_axiom(func, Axiom { params: vec![counter], body });
        values.push(value);
    }
    Made { terms: t, counter, funcs, values }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn what_is_carried_stays_within_its_modest_values(
        numbers in prop::collection::vec(any::<u8>(), 20), firsts in [-9i64..9, -9i64..9], last in 0u64..200,
    ) {
        let mut made = made(&numbers, firsts);
        let mut intervals = Intervals::new();
        let k = made.terms.var(made.counter);
        intervals.count(k, last.into());
        let now = made.terms.apply(made.funcs[0], vec![k]);
        let modest = intervals.modest(&made.terms, now);
        let mut step = Step { made: &made, now: 0, before: [0; VALUES] };
        for i in 0..=last {
            step.now = i;
            let next: Vec<u64> = made.values.iter().filter_map(|value| made.terms.eval(*value, &step)).collect();
            step.before = next.try_into().expect("made of what is known");
            let value = i128::from(signed(32, step.before[0]));
            prop_assert!(modest.lo <= value && value <= modest.hi, "{value} in iteration {i}, not in {modest:?}: {}", shown(&made));
        }
    }
}

#[test]
fn steps_add_up_and_of_products_nothing_is_said() {
    let hi = |next: &dyn Fn(&mut Terms, Term, Term) -> Term| {
        let mut made = made(&[0; 20], [0, 0]);
        let t = &mut made.terms;
        let k = t.var(made.counter);
        let (minus_one, zero) = (t.int(32, -1), t.int(32, 0));
        let before = t.add(k, minus_one);
        let [old, now] = [before, k].map(|at| t.apply(made.funcs[0], vec![at]));
        let (is_first, next) = (t.eq(k, zero), next(t, old, before));
        let value = t.ite(is_first, zero, next);
        let body = t.eq(now, value);
        t.set_axiom(made.funcs[0], Axiom { params: vec![made.counter], body });
        let mut intervals = Intervals::new();
        intervals.count(k, 99);
        intervals.modest(t, now).hi
    };
    let plus = |t: &mut Terms, s: Term, by: i64| {
        let by = t.int(32, by);
        t.add(s, by)
    };
    assert_eq!(hi(&|t, s, _| plus(t, s, 7)), 700);
    assert_eq!(hi(&|t, s, k| t.add(s, k)), 9800);
    assert_eq!(hi(&|t, s, _| t.mul(s, s)), i128::from(i32::MAX));
    assert_eq!(
        hi(&|t, s, _| {
            let three = t.int(32, 3);
            let tripled = t.mul(s, three);
            plus(t, tripled, 1)
        }),
        i128::from(i32::MAX)
    );
}

fn shown(made: &Made) -> String {
    made.values.iter().map(|value| made.terms.show(*value)).collect::<Vec<_>>().join(", ")
}
