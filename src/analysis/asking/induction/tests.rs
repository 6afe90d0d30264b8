//! What is found holds in every iteration of loops that are run.

use super::candidates::{Course, Defined, carried};
use super::search::proved;
use crate::kernel::Loop;
use crate::smt::{Answer, Budget, Solver};
use crate::span::Span;
use crate::term::{
    BinaryOp, CompareOp, Environment, Func, FuncInfo, FuncKind, Owner, Sharing, Term, Terms, Var, VarInfo, VarKind,
    Width, Wrapping,
};
use proptest::prelude::*;
use std::time::Duration;

/// Bits of the carried values: few, so that they wrap.
const WIDTH: Width = 6;
/// So many values does a loop carry.
const VALUES: usize = 2;
/// The most iterations that are run.
const MOST: u64 = 24;

/// A loop whose body is read off a list of numbers, and what it is run with.
struct Made {
    terms: Terms,
    counter: Var,
    params: [Var; 2],
    data: Func,
    values: Vec<Defined>,
    continues: Term,
}

/// The values of one iteration.
struct State<'a> {
    made: &'a Made,
    params: [u64; 2],
    data: &'a [u64],
    at: u64,
    carried: Vec<u64>,
}

impl Environment for State<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        let place = self.made.params.iter().position(|p| *p == var);
        if var == self.made.counter { Some(self.at) } else { place.map(|i| self.params[i]) }
    }

    fn apply(&self, func: Func, args: &[u64]) -> Option<u64> {
        if func == self.made.data {
            return self.data.get(args[0] as usize).copied();
        }
        let place = self.made.values.iter().position(|d| d.func == func)?;
        (args[0] == self.at).then(|| self.carried[place])
    }
}

/// Makes terms out of numbers: each choice takes the next one.
struct Maker<'a> {
    terms: &'a mut Terms,
    numbers: std::slice::Iter<'a, u8>,
    leaves: Vec<Term>,
}

impl Maker<'_> {
    fn number(&mut self) -> usize {
        usize::from(self.numbers.next().copied().unwrap_or(0))
    }

    fn leaf(&mut self) -> Term {
        let n = self.number();
        match n % (self.leaves.len() + 2) {
            i if i < self.leaves.len() => self.leaves[i],
            i => self.terms.constant(WIDTH, [1, 7][i - self.leaves.len()]),
        }
    }

    fn condition(&mut self) -> Term {
        let ops = [CompareOp::Eq, CompareOp::Slt, CompareOp::Sle, CompareOp::Ult, CompareOp::Ule];
        let n = self.number();
        let (a, b) = (self.leaf(), self.leaf());
        let t = self.terms.compare(ops[n % ops.len()], a, b);
        if n >= 128 { self.terms.not(t) } else { t }
    }

    /// The next one of a value: kept, counted, set, in two ways.
    fn next(&mut self, before: Term, depth: u32) -> Term {
        let n = self.number() % 7;
        match n {
            0 => before,
            1 | 2 => {
                let step = self.terms.int(WIDTH, [1, -1][n - 1]);
                self.terms.add(before, step)
            }
            3 => self.leaf(),
            4 => {
                let (a, two) = (self.leaf(), self.terms.constant(WIDTH, 2));
                let sum = self.terms.add(before, a);
                self.terms.binary(BinaryOp::UDiv, sum, two)
            }
            _ if depth == 0 => before,
            _ => {
                let (c, a, b) = (self.condition(), self.next(before, depth - 1), self.next(before, depth - 1));
                self.terms.ite(c, a, b)
            }
        }
    }
}

fn made(numbers: &[u8]) -> Made {
    let mut terms = Terms::new().with_wrapping(Wrapping::Followed);
    let var = |terms: &mut Terms, name: &str, width, kind, bounds| {
        terms.declare_var(VarInfo { name: name.to_owned(), width, kind, bounds, owner: Owner::All })
    };
    let counter = var(&mut terms, "k", 32, VarKind::Counter, Some((0, 1 << 20)));
    let params = ["p", "q"].map(|name| var(&mut terms, name, WIDTH, VarKind::Param, None));
    let symbol = |terms: &mut Terms, name: &str, kind| {
        let (name, sharing) = (name.to_owned(), Sharing::Grid);
        terms.declare_func(FuncInfo { name, width: WIDTH, kind, sharing, axiom: None, owner: Owner::All })
    };
    let what = || "a value".to_owned();
    let data = symbol(&mut terms, "data", FuncKind::Opaque { what: what() });
    let funcs = [(); VALUES].map(|()| symbol(&mut terms, "carried", FuncKind::Loop { what: what() }));
    let k = terms.var(counter);
    let (zero, minus_one) = (terms.constant(32, 0), terms.int(32, -1));
    let (is_first, before) = (terms.eq(k, zero), terms.add(k, minus_one));
    let at = |terms: &mut Terms, k: Term| {
        let carried = funcs.map(|f| terms.apply(f, vec![k]));
        let [p, q] = params.map(|p| terms.var(p));
        let datum = terms.apply(data, vec![k]);
        [carried.to_vec(), vec![p, q, datum]].concat()
    };
    let (now, earlier) = (at(&mut terms, k), at(&mut terms, before));
    let mut maker = Maker { terms: &mut terms, numbers: numbers.iter(), leaves: earlier.clone() };
    let mut values = vec![];
    for (i, func) in funcs.into_iter().enumerate() {
        let next = maker.next(earlier[i], 2);
        let n = maker.number();
        let firsts = [now[VALUES], now[VALUES + 1], maker.terms.constant(WIDTH, 0), maker.terms.constant(WIDTH, 3)];
        let value = maker.terms.ite(is_first, firsts[n % firsts.len()], next);
        values.push(Defined { func, params: vec![counter], value });
    }
    maker.leaves = now;
    let conditions = [maker.condition(), maker.condition()];
    let continues = terms.all(conditions);
    Made { terms, counter, params, data, values, continues }
}

/// Whether each of `found` holds in all iterations.
fn holds(made: &Made, found: &[Term], params: [u64; 2], data: &[u64]) -> Result<(), TestCaseError> {
    let mut state = State { made, params, data, at: 0, carried: vec![0; VALUES] };
    while state.at < MOST {
        let before = State { at: state.at.wrapping_sub(1) & 0xffff_ffff, carried: state.carried.clone(), ..state };
        let mut next = vec![];
        for Defined { value, .. } in &made.values {
            // The value is over the iteration before, but for which one it is.
            let k = made.terms.eval(*value, &Step { now: state.at, before: &before });
            next.push(k.expect("made of what is known"));
        }
        state.carried = next;
        for t in found {
            prop_assert_eq!(made.terms.eval(*t, &state), Some(1), "{} in iteration {}", made.terms.show(*t), state.at);
        }
        if made.terms.eval(made.continues, &state) != Some(1) {
            break;
        }
        state.at += 1;
    }
    Ok(())
}

/// An iteration that looks back at the one before.
struct Step<'a> {
    now: u64,
    before: &'a State<'a>,
}

impl Environment for Step<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        if var == self.before.made.counter { Some(self.now) } else { self.before.var(var) }
    }

    fn apply(&self, func: Func, args: &[u64]) -> Option<u64> {
        // Before the first iteration there is nothing that anything depends on.
        Some(self.before.apply(func, args).unwrap_or(0))
    }
}

fn decided(solver: &mut Solver, terms: &mut Terms, facts: &[Term]) -> Option<bool> {
    match solver.check(terms, facts, &mut |_, _| true) {
        Answer::Unsat { arithmetic } => Some(arithmetic),
        Answer::Sat(_) | Answer::Unknown { .. } => None,
    }
}

proptest! {
    #[test]
    fn what_is_found_holds_in_every_iteration(
        numbers in proptest::collection::vec(any::<u8>(), 40),
        runs in proptest::collection::vec((0u64..64, 0u64..64, proptest::collection::vec(0u64..64, MOST as usize)), 12),
    ) {
        let mut made = made(&numbers);
        let (truth, falsity) = (made.terms.truth(), made.terms.falsity());
        let of = Loop {
            counter: made.counter, executed: truth, since: truth, entered: truth, continues: made.continues, returns: falsity,
            may_be_last: false, variable: None, body: vec![], span: Span::default(),
        };
        let course = Course { of: &of, carried: carried(&mut made.terms, &made.values, made.counter) };
        let mut solver = Solver::new(Budget { time: Duration::from_secs(20) });
        let found = proved(&mut made.terms, &course, &mut |terms, facts| decided(&mut solver, terms, facts)).holds;
        for (p, q, data) in runs {
            holds(&made, &found, [p, q], &data)?;
        }
    }
}

/// Where a counter stops at its bound, that is found.
#[test]
fn a_counter_stays_below_the_bound_that_it_stops_at() {
    let mut made = made(&[]);
    let [p, _] = made.params.map(|p| made.terms.var(p));
    let Defined { func, params, .. } = made.values.remove(0);
    let k = made.terms.var(made.counter);
    let (zero, minus_one, one) = (made.terms.constant(32, 0), made.terms.int(32, -1), made.terms.constant(WIDTH, 1));
    let (is_first, before) = (made.terms.eq(k, zero), made.terms.add(k, minus_one));
    let [now, earlier] = [k, before].map(|k| made.terms.apply(func, vec![k]));
    let (start, next) = (made.terms.constant(WIDTH, 0), made.terms.add(earlier, one));
    let value = made.terms.ite(is_first, start, next);
    let continues = made.terms.ne(now, p);
    let (truth, falsity) = (made.terms.truth(), made.terms.falsity());
    let of = Loop {
        counter: made.counter,
        executed: truth,
        since: truth,
        entered: truth,
        continues,
        returns: falsity,
        may_be_last: false,
        variable: None,
        body: vec![],
        span: Span::default(),
    };
    let course =
        Course { of: &of, carried: carried(&mut made.terms, &[Defined { func, params, value }], made.counter) };
    let mut solver = Solver::new(Budget { time: Duration::from_secs(20) });
    let found = proved(&mut made.terms, &course, &mut |terms, facts| decided(&mut solver, terms, facts)).holds;
    let (given, what) = (made.terms.sle(start, p), made.terms.sle(now, p));
    let expected = made.terms.implies(given, what);
    assert!(found.contains(&expected), "{:?}", found.iter().map(|t| made.terms.show(*t)).collect::<Vec<_>>());
}
