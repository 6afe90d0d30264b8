//! Whether a model is a true witness: evaluation without the contents of memory, and replay of loops.
//!
//! A solver's model gives values to opaque symbols, and it may place an access in an iteration that earlier iterations
//! never let the thread reach. Here the facts are evaluated again with the variables alone, so that what comes out true
//! holds for all contents (*Provable GPU Data-Races*: nothing that the alarm depends on was approximated), the symbols that
//! stand for a loop's last iteration are computed by running the loop, and every loop around the accesses is replayed.
//!
//! Direction: [`Judgement::Definite`] is never wrong; [`Judgement::Possible`] may be definite after all.

use super::query::{Query, Replay, Side};
use super::threads::{Carried, LoopSymbols};
use crate::kernel::Exit;
use crate::smt::Model;
use crate::span::Span;
use crate::term::{Environment, Func, FuncKind, Node, Owner, Term, Terms, Var, signed};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// The most evaluations for one model.
const FUEL: u32 = 100_000;
/// How deep exits may depend on other exits.
const DEPTH: u32 = 6;
/// The most approximations that are listed.
const LISTED: usize = 8;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// No execution behaves like this; the text says why, empty if it is only the model that is odd.
    Rejected { too_many_threads: bool },
    /// Holds for all contents of memory.
    Definite,
    /// Rests on what is listed.
    Possible(Vec<Approximation>),
}

/// Something that a witness rests on, and whose it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approximation {
    pub what: String,
    pub owner: Owner,
}

impl From<String> for Approximation {
    fn from(what: String) -> Self {
        Approximation { what, owner: Owner::All }
    }
}

/// Loop-carried values by symbol and iterations of the loops around, from the first iteration on; none where the value rests
/// on contents, after which no more are looked for.
pub(super) type Known = FxHashMap<(Func, Vec<u64>), Vec<Option<u64>>>;

/// Values from a model, with or without its interpretation of the function symbols.
pub struct Exact<'a> {
    pub terms: &'a Terms,
    pub model: &'a Model,
    symbols: &'a LoopSymbols,
    /// Loop-carried values that were computed.
    known: &'a RefCell<Known>,
    bound: Vec<(Var, u64)>,
    contents: bool,
    depth: u32,
    fuel: &'a Cell<u32>,
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

    fn holds(&self, t: Term) -> Option<bool> {
        let left = self.fuel.get().checked_sub(1)?;
        self.fuel.set(left);
        self.terms.eval(t, self).map(|v| v != 0)
    }

    /// These values of variables besides those that are bound.
    fn with(&self, bound: Vec<(Var, u64)>) -> Exact<'a> {
        let bound = self.bound.iter().copied().chain(bound).collect();
        Exact { bound, depth: self.depth + 1, ..*self }
    }

    /// The same model, with other values of some variables; `known` is what is carried with these.
    pub(super) fn bind<'b>(&'b self, bound: Vec<(Var, u64)>, known: &'b RefCell<Known>) -> Exact<'b> {
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
        if let Some(exit) = self.symbols.exits.get(&func) {
            return self.last_iteration(exit, args);
        }
        self.symbols.carried.get(&func).and_then(|carried| self.carried(func, carried, args))
    }
}

/// Judges a model of `query`.
#[must_use]
pub fn judge(terms: &Terms, query: &Query, symbols: &LoopSymbols, model: &Model) -> Judgement {
    let (known, fuel) = (RefCell::default(), Cell::new(FUEL));
    let env = Exact { terms, model, symbols, known: &known, bound: vec![], contents: false, depth: 0, fuel: &fuel };
    if query.limit.is_some_and(|l| env.holds(l) != Some(true)) {
        return Judgement::Rejected { too_many_threads: true };
    }
    let mut rests = query.approximations.clone();
    let mut blamed = vec![];
    for fact in &query.facts {
        match env.holds(*fact) {
            Some(true) => {}
            Some(false) => return Judgement::Rejected { too_many_threads: false },
            None => blame(&env, *fact, &mut blamed),
        }
    }
    for side in &query.sides {
        if !replay(&env, side, &mut rests) {
            return Judgement::Rejected { too_many_threads: false };
        }
    }
    let mut barriers = query.uncounted.clone();
    for (exact_if, span) in &query.weakened {
        if env.holds(*exact_if) != Some(true) {
            barriers.push(format!("a barrier in the loop{} may run in an iteration in between", at(span)));
        }
    }
    if !barriers.is_empty() {
        match query.warp.as_ref().and_then(|warp| warp.ordered(&env, &query.sides)) {
            Some(true) => return Judgement::Rejected { too_many_threads: false },
            Some(false) => {}
            None => rests.append(&mut barriers),
        }
    }
    if fuel.get() == 0 {
        rests.push("the loops of the witness are too long to be replayed".to_owned());
    }
    blamed.sort_unstable();
    blamed.dedup();
    let mut rests: Vec<Approximation> = rests.into_iter().map(Approximation::from).collect();
    rests.extend(blamed.iter().take(LISTED).map(|app| describe(terms, model, *app)));
    rests.dedup();
    if rests.is_empty() && blamed.is_empty() { Judgement::Definite } else { Judgement::Possible(rests) }
}

/// Runs the iterations before those of the side; false if one leaves its loop.
fn replay(env: &Exact<'_>, side: &Side, rests: &mut Vec<String>) -> bool {
    let mut here = env.with(vec![]);
    for Replay { counter, iteration, entered, continues, span } in &side.loops {
        let unsure = |rests: &mut Vec<String>| {
            let text = format!("an earlier iteration of the loop{} may leave it", at(span));
            if !rests.contains(&text) {
                rests.push(text);
            }
        };
        match here.holds(*entered) {
            Some(true) => {}
            Some(false) => return false,
            None => unsure(rests),
        }
        let Some(reached) = env.terms.eval(*iteration, env) else {
            unsure(rests);
            return true;
        };
        here.bound.push((*counter, 0));
        let place = here.bound.len() - 1;
        for i in 0..reached {
            here.bound[place].1 = i;
            match here.holds(*continues) {
                Some(true) => {}
                Some(false) => return false,
                None => {
                    unsure(rests);
                    break;
                }
            }
        }
        here.bound[place].1 = reached;
    }
    true
}

fn at(span: &Span) -> String {
    if span.line == 0 { String::new() } else { format!(" at line {}", span.line) }
}

/// The applications whose unknown value leaves `t` undecided.
fn blame(env: &Exact<'_>, t: Term, found: &mut Vec<Term>) {
    let mut stack = vec![t];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(t) = stack.pop() {
        if !seen.insert(t) || env.terms.eval(t, env).is_some() {
            continue;
        }
        match env.terms.node(t) {
            Node::Ite(c, a, b) => match env.terms.eval(*c, env) {
                Some(0) => stack.push(*b),
                Some(_) => stack.push(*a),
                None => stack.extend([*c, *a, *b]),
            },
            Node::Apply(_, args) => {
                found.push(t);
                stack.extend(args.iter());
            }
            Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Cast(..) => stack.extend(env.terms.children(t)),
        }
    }
}

/// An application with its value in the model, in words.
fn describe(terms: &Terms, model: &Model, app: Term) -> Approximation {
    let Node::Apply(func, args) = terms.node(app) else { return terms.show(app).into() };
    let info = terms.func_info(*func);
    let show = |t: Term| match Exact::value(terms, model, t) {
        Some(0) if terms.width(t) == 1 => "false".to_owned(),
        Some(_) if terms.width(t) == 1 => "true".to_owned(),
        Some(v) => signed(terms.width(t), v).to_string(),
        None => "?".to_owned(),
    };
    let value = show(app);
    let what = match &info.kind {
        FuncKind::Memory { .. } => {
            let address = args.last().map_or_else(|| "?".to_owned(), |a| show(*a));
            format!("contents of `{}` at byte {address} == {value}", info.name)
        }
        FuncKind::Opaque { what } | FuncKind::Loop { what } => format!("{what} == {value}"),
        FuncKind::Pure => {
            let args: Vec<String> = args.iter().map(|a| show(*a)).collect();
            format!("{}({}) == {value}", info.name, args.join(", "))
        }
    };
    Approximation { what, owner: info.owner }
}
