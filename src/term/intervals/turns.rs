//! How many iterations a loop takes with modest values, as far as its condition says.

use super::carried::Scene;
use crate::term::eval::{Environment, signed};
use crate::term::node::{BinaryOp, Func, Node, Term, Var};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// So many iterations are tried out.
const TRIED: i128 = 64;
/// In so many of them memory may decide whether the loop goes on.
const LEFT_OPEN: usize = 8;
/// More than a value of any width stays modest in.
const MANY: i128 = 1 << 62;

impl Scene<'_> {
    /// After how many iterations a loop ends: of those that its comparisons speak of, and that it takes with modest values.
    pub(super) fn turns(&self, counter: Var) -> i128 {
        let key = (counter, self.place, self.iterations.to_vec());
        let known = self.families.turns.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let turns = self.terms.goes_on(counter).map_or(0, |goes_on| self.turns_while(goes_on, counter));
            self.families.turns.borrow_mut().insert(key, turns);
            turns
        })
    }

    fn turns_while(&self, goes_on: Term, counter: Var) -> i128 {
        let compared = self.compared(goes_on, counter);
        if compared >= TRIED {
            return compared;
        }
        let taken =
            [true, false].map(|low| Trial { scene: *self, counter, low, known: RefCell::default() }.turns(goes_on));
        match taken.into_iter().flatten().max() {
            Some(TRIED..) => MANY,
            Some(turns) => turns.max(compared),
            None => compared,
        }
    }

    /// The same of a loop that goes on until what it moves, by 1 at least, comes to a bound.
    fn compared(&self, goes_on: Term, counter: Var) -> i128 {
        let compared = self.terms.reachable(&[goes_on]).into_iter().filter_map(|t| match *self.terms.node(t) {
            Node::Compare(_, a, b) => Some([(a, b), (b, a)]),
            Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => None,
        });
        let turns = compared.flatten().filter_map(|(moving, bound)| {
            let starts = self.starts(moving, counter)?;
            let far = starts.into_iter().chain([bound]).map(|t| self.size(t)).sum::<Option<i128>>()?;
            // `i / 4 < n`
            let parts = self.terms.reachable(&[moving]).into_iter().filter_map(|t| self.divisor(t));
            Some(parts.fold(far, i128::saturating_mul))
        });
        turns.max().unwrap_or(0).min(MANY)
    }

    /// What the carried values of a loop start from by which it moves a term; none if it does not.
    fn starts(&self, t: Term, counter: Var) -> Option<Vec<Term>> {
        let is_open = |t: Term| matches!(self.terms.node(t), Node::Apply(f, _) if self.terms.definition(*f).is_none());
        let within = |t: Term| self.terms.reachable_until(&[t], is_open);
        let mut found = vec![];
        let mut moves = false;
        for part in within(t) {
            match *self.terms.node(part) {
                Node::Var(v) => moves |= v == counter,
                Node::Apply(f, _) => {
                    let Some((params, body)) = self.terms.definition(f) else { continue };
                    let is_same = |t: &Term| matches!(self.terms.node(*t), Node::Apply(g, _) if self.terms.original(*g) == self.terms.original(f));
                    moves |= params.last() == Some(&counter) && within(body).iter().any(is_same);
                    if let Node::Ite(_, first, _) = *self.terms.node(body) {
                        found.push(first);
                    }
                }
                Node::Const { .. }
                | Node::Not(_)
                | Node::Binary(..)
                | Node::Compare(..)
                | Node::Ite(..)
                | Node::Cast(..) => {}
            }
        }
        moves.then_some(found)
    }

    /// How far from 0 a term may be that no carried value is part of.
    fn size(&self, t: Term) -> Option<i128> {
        let is_free = self.terms.apps_of(&[t]).into_iter().all(|(_, f)| self.terms.definition(f).is_none());
        let value = if is_free { self.course(t, &[]).set()? } else { return None };
        Some(value.lo.abs().max(value.hi.abs()))
    }

    /// The constant by which a term divides.
    fn divisor(&self, t: Term) -> Option<i128> {
        let Node::Binary(op, _, by) = *self.terms.node(t) else { return None };
        let by = self.terms.as_int(by).filter(|by| *by > 0)?;
        match op {
            BinaryOp::UDiv | BinaryOp::SDiv => Some(by.into()),
            BinaryOp::LShr | BinaryOp::AShr => 1i128.checked_shl(by as u32),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => None,
        }
    }
}

/// Of carried values, by the numbers of the iterations.
type Values = FxHashMap<(Func, Vec<u64>), Option<u64>>;

/// Iterations tried out with the least modest values, or with the largest.
struct Trial<'a> {
    scene: Scene<'a>,
    counter: Var,
    low: bool,
    known: RefCell<Values>,
}

impl Trial<'_> {
    /// In how many iterations the loop ends, at most [`TRIED`], if it goes on wherever memory decides; `None` if memory ends it.
    fn turns(&self, goes_on: Term) -> Option<i128> {
        let mut decided_by_memory = 0;
        for k in 0..TRIED {
            match self.scene.terms.eval(goes_on, &Iteration { trial: self, at: &[(self.counter, k as u64)] }) {
                Some(0) => return Some(k),
                Some(_) => {}
                None => decided_by_memory += 1,
            }
            if decided_by_memory > LEFT_OPEN {
                return None;
            }
        }
        (decided_by_memory == 0).then_some(TRIED)
    }
}

/// Counters with their values.
struct Iteration<'a> {
    trial: &'a Trial<'a>,
    at: &'a [(Var, u64)],
}

impl Environment for Iteration<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        let own = self.at.iter().find(|(v, _)| *v == var).map(|(_, value)| *value);
        let modest = || (self.trial.scene.variable)(var);
        Some(own.unwrap_or_else(|| if self.trial.low { modest().lo } else { modest().hi } as u64))
    }

    fn apply(&self, func: Func, args: &[u64]) -> Option<u64> {
        let terms = self.trial.scene.terms;
        let (params, body) = terms.definition(func)?;
        // There is no iteration before the first.
        let is_one = |(v, k): (&Var, &u64)| (0..=TRIED as i64).contains(&signed(terms.var_info(*v).width, *k));
        if !params.iter().zip(args).all(is_one) {
            return None;
        }
        let key = (terms.original(func), args.to_vec());
        if let Some(known) = self.trial.known.borrow().get(&key) {
            return *known;
        }
        let at: Vec<(Var, u64)> = params.into_iter().zip(args.iter().copied()).collect();
        let value = terms.eval(body, &Iteration { trial: self.trial, at: &at });
        self.trial.known.borrow_mut().insert(key, value);
        value
    }
}
