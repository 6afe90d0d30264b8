//! Whether a model of a query is a true witness.

use super::exact::{Exact, FUEL};
use super::query::{Query, Replay, Side};
use crate::analysis::pair::threads::LoopSymbols;
use crate::smt::Model;
use crate::term::{FuncKind, Node, Owner, Term, Terms, signed};
use crate::verdict::{Approximation, Unfollowed, WitnessValue};
use std::cell::{Cell, RefCell};

/// The most approximations that are listed.
const LISTED: usize = 8;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// No execution behaves like this; the text says why, empty if it is only the model that is odd.
    Rejected { too_many_threads: bool },
    /// Holds for all contents of memory.
    Definite,
    /// Rests on what is listed.
    Possible(Vec<Rest>),
}

/// Something that a witness rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rest {
    /// It concerns the pair, or the kernel.
    Common(Approximation),
    /// A value, of this thread of the query.
    Value { value: Unfollowed, owner: Owner },
}

impl From<Approximation> for Rest {
    fn from(approximation: Approximation) -> Self {
        Rest::Common(approximation)
    }
}

/// Whether a witness rests on nothing but values that are not followed, and on when loops end by them. The address of a global array is
/// such a value: an execution has addresses of its own. That of a shared one is none, since the compiler need not choose the execution's
/// (`(int *)((uintptr_t)cells + 15 & ~15)`); nor is that of a function: which one is called is up to the host.
pub(crate) fn is_of_values(rests: &[Rest]) -> bool {
    rests.iter().all(|rest| match rest {
        Rest::Value { value: Unfollowed::Result { function, .. }, .. } => {
            !["&function ", "&shared "].iter().any(|of| function.starts_with(of))
        }
        Rest::Value { value: Unfollowed::Contents { .. } | Unfollowed::Opaque { .. }, .. }
        | Rest::Common(Approximation::EarlierIteration { .. }) => true,
        Rest::Common(_) => false,
    })
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
            barriers.push(Approximation::BarrierBetween { line: span.line });
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
        rests.push(Approximation::LongLoops);
    }
    blamed.sort_unstable();
    blamed.dedup();
    let mut rests: Vec<Rest> = rests.into_iter().map(Rest::from).collect();
    rests.extend(blamed.iter().take(LISTED).filter_map(|app| value(terms, model, *app)));
    rests.dedup();
    if rests.is_empty() && blamed.is_empty() { Judgement::Definite } else { Judgement::Possible(rests) }
}

/// Runs the iterations before those of the side; false if one leaves its loop.
fn replay(env: &Exact<'_>, side: &Side, rests: &mut Vec<Approximation>) -> bool {
    let mut here = env.with(vec![]);
    for Replay { counter, iteration, entered, continues, variable: _, span } in &side.loops {
        let unsure = |rests: &mut Vec<Approximation>| {
            let earlier = Approximation::EarlierIteration { line: span.line };
            if !rests.contains(&earlier) {
                rests.push(earlier);
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

/// An application with its value in the model; nothing of other terms, which are not blamed.
fn value(terms: &Terms, model: &Model, app: Term) -> Option<Rest> {
    let Node::Apply(func, args) = terms.node(app) else { return None };
    let info = terms.func_info(*func);
    let of = |t: Term| match (Exact::value(terms, model, t), terms.width(t)) {
        (Some(v), 1) => WitnessValue::Truth(v != 0),
        (Some(v), width) => WitnessValue::Number(signed(width, v)),
        (None, _) => WitnessValue::Unknown,
    };
    let value = of(app);
    let value = match &info.kind {
        FuncKind::Memory { .. } => {
            let byte = args.last().map_or(WitnessValue::Unknown, |a| of(*a));
            let bits = terms.width(app).into();
            Unfollowed::Contents { array: info.name.clone(), byte, bits, cell: String::new(), value }
        }
        FuncKind::Opaque { what } | FuncKind::Loop { what } => Unfollowed::Opaque { what: what.clone(), value },
        FuncKind::Pure(_) => {
            let arguments = args.iter().map(|a| of(*a)).collect();
            Unfollowed::Result { function: info.name.clone(), arguments, value }
        }
    };
    Some(Rest::Value { value, owner: info.owner })
}
