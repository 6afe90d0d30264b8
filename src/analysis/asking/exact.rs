//! Whether a model is a true witness: evaluation without the contents of memory, and replay of loops.
//!
//! A solver's model gives values to opaque symbols, and it may place an access in an iteration that earlier iterations
//! never let the thread reach. Here the facts are evaluated again with the variables alone, so that what comes out true
//! holds for all contents (*Provable GPU Data-Races*: nothing that the alarm depends on was approximated), the symbols that
//! stand for a loop's last iteration are computed by running the loop, and every loop around the accesses is replayed.
//!
//! Direction: [`Judgement::Definite`] is never wrong; [`Judgement::Possible`] may be definite after all.

use crate::analysis::pair::threads::{Carried, LoopSymbols};
use crate::kernel::Exit;
use crate::smt::Model;
use crate::term::{Environment, Func, FuncKind, PureOp, Term, Terms, Var};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// The most evaluations for one model.
pub(crate) const FUEL: u32 = 100_000;
/// How deep exits may depend on other exits.
const DEPTH: u32 = 6;
/// Loop-carried values by symbol and iterations of the loops around, from the first iteration on; none where the value rests
/// on contents, after which no more are looked for.
pub(crate) type Known = FxHashMap<(Func, Vec<u64>), Vec<Option<u64>>>;

/// Values from a model, with or without its interpretation of the function symbols.
pub struct Exact<'a> {
    pub terms: &'a Terms,
    pub model: &'a Model,
    pub(crate) symbols: &'a LoopSymbols,
    /// Loop-carried values that were computed.
    pub(crate) known: &'a RefCell<Known>,
    pub(crate) bound: Vec<(Var, u64)>,
    pub(crate) contents: bool,
    pub(crate) depth: u32,
    pub(crate) fuel: &'a Cell<u32>,
}

impl<'a> Exact<'a> {
    /// Everything that the model says.
    #[must_use]
    pub fn value(terms: &'a Terms, model: &'a Model, t: Term) -> Option<u64> {
        let (symbols, known, fuel) = (LoopSymbols::default(), RefCell::default(), Cell::new(FUEL));
        let env = Exact {
            terms,
            model,
            symbols: &symbols,
            known: &known,
            bound: vec![],
            contents: true,
            depth: 0,
            fuel: &fuel,
        };
        terms.eval(t, &env)
    }

    pub(crate) fn holds(&self, t: Term) -> Option<bool> {
        let left = self.fuel.get().checked_sub(1)?;
        self.fuel.set(left);
        self.terms.eval(t, self).map(|v| v != 0)
    }

    /// These values of variables besides those that are bound.
    pub(crate) fn with(&self, bound: Vec<(Var, u64)>) -> Exact<'a> {
        let bound = self.bound.iter().copied().chain(bound).collect();
        Exact { bound, depth: self.depth + 1, ..*self }
    }

    /// The same model, with other values of some variables; `known` is what is carried with these.
    pub(crate) fn bind<'b>(&'b self, bound: Vec<(Var, u64)>, known: &'b RefCell<Known>) -> Exact<'b> {
        Exact { bound, known, ..*self }
    }

    /// The first iteration that is not followed by another.
    fn last_iteration(&self, exit: &Exit, args: &[u64]) -> Option<u64> {
        if self.depth >= DEPTH {
            return None;
        }
        let mut inner = self.with(exit.params.iter().copied().zip(args.iter().copied()).collect());
        inner.bound.push((exit.counter, 0));
        for i in 0.. {
            if let Some(counter) = inner.bound.last_mut() {
                counter.1 = i;
            }
            if !inner.holds(exit.continues)? {
                return Some(i);
            }
        }
        None
    }
}

impl Exact<'_> {
    /// A loop-carried value, by running the loop from its first iteration.
    fn carried(&self, func: Func, carried: &Carried, args: &[u64]) -> Option<u64> {
        let (iteration, outer) = args.split_last()?;
        // Both branches of a choice are evaluated, so that a first iteration asks for the one before it: there is none.
        if *iteration > u64::from(FUEL) {
            return None;
        }
        let key = (func, outer.to_vec());
        let known = self.known.borrow().get(&key).map_or((0, None, None), |known| {
            let at = usize::try_from(*iteration).ok().and_then(|i| known.get(i).copied());
            (known.len() as u64, known.last().copied(), at)
        });
        let next = match known {
            (_, _, Some(value)) => return value,
            (_, Some(None), None) => return None,
            (next, Some(Some(_)) | None, None) => next,
        };
        if self.depth >= DEPTH {
            return None;
        }
        let mut latest = None;
        for i in next..=*iteration {
            let counters = outer.iter().copied().chain([i]);
            let inner = self.with(carried.params.iter().copied().zip(counters).collect());
            self.fuel.set(self.fuel.get().checked_sub(1)?);
            latest = inner.terms.eval(carried.value, &inner);
            // What it asked for on the way may have gone as far.
            let mut known = self.known.borrow_mut();
            let values = known.entry(key.clone()).or_default();
            if values.len() as u64 == i {
                values.push(latest);
            }
            latest?;
        }
        latest
    }
}

impl Environment for Exact<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        if let Some((_, value)) = self.bound.iter().rev().find(|(v, _)| *v == var) {
            return Some(*value);
        }
        // A variable that no fact mentions may have any value.
        let free = || self.terms.var_info(var).bounds.map_or(0, |(lo, hi)| 0.clamp(lo, hi)) as u64;
        Some(self.model.vars.get(&var).copied().unwrap_or_else(free))
    }

    fn apply(&self, func: Func, args: &[u64]) -> Option<u64> {
        if self.contents {
            return self.model.apply(func, args);
        }
        if let FuncKind::Pure(PureOp::Bits { op, of }) = self.terms.func_info(func).kind {
            return op.at(of, args);
        }
        if let Some(exit) = self.symbols.exits.get(&func) {
            return self.last_iteration(exit, args);
        }
        self.symbols.carried.get(&func).and_then(|carried| self.carried(func, carried, args))
    }
}
