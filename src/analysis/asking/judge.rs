//! Whether a model of a query is a true witness.

use super::exact::{Exact, FUEL};
use super::query::{Query, Replay, Side};
use crate::analysis::pair::threads::LoopSymbols;
use crate::smt::Model;
use crate::span::Span;
use crate::term::{FuncKind, Node, Owner, Term, Terms, signed};
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
