//! The part of a query's facts that is about whole numbers.
//!
//! `if (x < 0.f) break;` is a condition on a floating-point number, and what carries `x` from one iteration to the next is one fact
//! for each value that goes into it. Indices rarely rest on any of that: a comparison may have any outcome here, and what then
//! defines nothing that is asked about is left out.
//!
//! Nor rest they on what tells nothing of the numbers by which the two threads are compared: with `key = hash(key); if (key % 3 == 0)` the
//! condition is about `key`, which no place is computed from.
//!
//! Direction: facts of which the given ones are a special case. What excludes them excludes the given ones.

use crate::smt::facts::flatten;
use crate::term::{CompareOp, FuncKind, Node, Owner, Substitution, Term, Terms, VarInfo, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A part is worth a try of its own if it has less than this part of the terms, in percent.
const WORTH: usize = 70;

/// Comparisons, each with the truth value that stands for it.
pub(super) type Outcomes = BTreeMap<Term, Term>;

/// Parts of the facts, the smaller one first; those that are missing leave most of the terms.
pub(super) struct Parts {
    /// Those about what the two threads are compared by.
    pub(super) near: Option<Vec<Term>>,
    /// Those about whole numbers, of which a model may be one of all.
    pub(super) whole: Option<Vec<Term>>,
}

/// The parts of facts that are conjuncts.
pub(super) fn parts(terms: &mut Terms, facts: &[Term], outcomes: &mut Outcomes) -> Parts {
    let whole = core(terms, facts, outcomes);
    let near = near(terms, whole.as_deref().unwrap_or(facts));
    Parts { near, whole }
}

/// The facts that only speak of what the two threads are compared by, and of what defines that.
fn near(terms: &Terms, facts: &[Term]) -> Option<Vec<Term>> {
    let apps = |t: Term| terms.apps_of(&[t]).into_iter().map(|(app, _)| app).collect::<Vec<_>>();
    let compares = |t: &Term| {
        let of = |owner| terms.vars_of(&[*t]).iter().any(|v| terms.var_info(*v).owner == owner);
        of(Owner::Left) && of(Owner::Right)
    };
    let mut relevant: FxHashSet<Term> = facts.iter().filter(|t| compares(t)).flat_map(|t| apps(*t)).collect();
    loop {
        let before = relevant.len();
        for fact in facts {
            let Node::Compare(CompareOp::Eq, a, b) = *terms.node(*fact) else { continue };
            if relevant.contains(&a) || relevant.contains(&b) {
                relevant.extend(apps(*fact));
            }
        }
        if relevant.len() == before {
            break;
        }
    }
    let kept: Vec<Term> = facts.iter().copied().filter(|t| apps(*t).iter().all(|app| relevant.contains(app))).collect();
    (terms.reachable(&kept).len() * 100 < terms.reachable(facts).len() * WORTH).then_some(kept)
}

/// The facts with any outcome for each comparison of floating-point numbers, without those that define what none of the others
/// mentions; nothing if that leaves most of the terms.
fn core(terms: &mut Terms, facts: &[Term], outcomes: &mut Outcomes) -> Option<Vec<Term>> {
    let all = terms.reachable(facts);
    let mut free = Substitution::new();
    let comparisons: Vec<Term> = all.iter().copied().filter(|t| compares(terms, *t)).collect();
    for comparison in comparisons {
        let outcome = *outcomes.entry(comparison).or_insert_with(|| {
            let (name, kind) = ("outcome of a comparison".to_owned(), VarKind::Local);
            let v = terms.declare_var(VarInfo { name, width: 1, kind, bounds: None, owner: Owner::All });
            terms.var(v)
        });
        free.term(comparison, outcome);
    }
    if free.is_empty() {
        return None;
    }
    let free: Vec<Term> = facts.iter().map(|fact| terms.substitute(*fact, &mut free)).collect();
    let free = flatten(terms, &free);
    let kept = without_definitions(terms, free);
    (terms.reachable(&kept).len() * 100 < all.len() * WORTH).then_some(kept)
}

/// Whether it is a truth value by a deterministic operation that is not followed.
fn compares(terms: &Terms, t: Term) -> bool {
    match terms.node(t) {
        Node::Apply(f, _) => terms.width(t) == 1 && matches!(terms.func_info(*f).kind, FuncKind::Pure(_)),
        Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..) => false,
    }
}

/// Without the facts `f(x) = t` whose `f(x)` is part of no other one, and so on.
fn without_definitions(terms: &Terms, mut facts: Vec<Term>) -> Vec<Term> {
    loop {
        let mut times: FxHashMap<Term, usize> = FxHashMap::default();
        for fact in &facts {
            let parts: FxHashSet<Term> = terms.reachable(&[*fact]).into_iter().collect();
            parts.into_iter().for_each(|part| *times.entry(part).or_default() += 1);
        }
        let is_alone = |t: Term| matches!(terms.node(t), Node::Apply(..)) && times.get(&t) == Some(&1);
        let before = facts.len();
        facts.retain(|fact| {
            let Node::Compare(CompareOp::Eq, a, b) = *terms.node(*fact) else { return true };
            !is_alone(a) && !is_alone(b)
        });
        if facts.len() == before {
            return facts;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcomes, Parts, parts};
    use crate::term::{FuncInfo, FuncKind, Owner, PureOp, Sharing, Term, Terms, VarInfo, VarKind};

    fn var(terms: &mut Terms, name: &str, owner: Owner) -> Term {
        let (name, kind) = (name.to_owned(), VarKind::Local);
        let v = terms.declare_var(VarInfo { name, width: 32, kind, bounds: None, owner });
        terms.var(v)
    }

    fn applied(terms: &mut Terms, name: &str, width: u8, kind: FuncKind, of: Term) -> Term {
        let (name, sharing) = (name.to_owned(), Sharing::Grid);
        let f = terms.declare_func(FuncInfo { name, width, kind, sharing, axiom: None, owner: Owner::All });
        terms.apply(f, vec![of])
    }

    /// `left == right`, `less(x(left))`, and `x(left) = hash(left)`, where `hash` takes many operations.
    fn facts(terms: &mut Terms) -> [Term; 3] {
        let [left, right] = [("i", Owner::Left), ("j", Owner::Right)].map(|(name, owner)| var(terms, name, owner));
        let x = applied(terms, "x", 32, FuncKind::Loop { what: "x".to_owned() }, left);
        let less = applied(terms, "less", 1, FuncKind::Pure(PureOp::Other), x);
        let mut hash = left;
        for _ in 0..16 {
            let square = terms.mul(hash, hash);
            hash = terms.add(square, left);
        }
        [terms.eq(left, right), less, terms.eq(x, hash)]
    }

    #[test]
    fn what_floating_point_numbers_are_computed_from_is_left_out() {
        let mut terms = Terms::default();
        let [same, less, hash] = facts(&mut terms);
        let mut outcomes = Outcomes::default();
        let Parts { whole, .. } = parts(&mut terms, &[same, less, hash], &mut outcomes);
        assert_eq!(whole, Some(vec![same, outcomes[&less]]));
    }

    #[test]
    fn what_the_threads_are_compared_by_stays_with_what_defines_it() {
        let mut terms = Terms::default();
        let [same, less, hash] = facts(&mut terms);
        let Parts { near, whole } = parts(&mut terms, &[same, hash], &mut Outcomes::default());
        assert_eq!((near, whole), (Some(vec![same]), None));
        let x = terms.children(less)[0];
        let right = var(&mut terms, "k", Owner::Right);
        let compared = terms.eq(x, right);
        let Parts { near, .. } = parts(&mut terms, &[compared, hash], &mut Outcomes::default());
        assert_eq!(near, None);
    }
}
