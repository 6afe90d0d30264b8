//! The part of a query's facts that is about whole numbers.
//!
//! `if (x < 0.f) break;` is a condition on a floating-point number, and what carries `x` from one iteration to the next is one fact
//! for each value that goes into it. Indices rarely rest on any of that: a comparison may have any outcome here, and what then
//! defines nothing that is asked about is left out.
//!
//! Nor rest they on what tells nothing of the numbers by which the two threads are compared: with `key = hash(key); if (key % 3 == 0)` the
//! condition is about `key`, which no place is computed from. And of `id = ids[row * width + i]; if (id < n) a[row * n + id] = 0;` the
//! numbers are compared by `id`, whatever the place that it was read at.
//!
//! Direction: facts of which the given ones are a special case. What excludes them excludes the given ones.

use crate::smt::facts::flatten;
use crate::term::{BinaryOp, CompareOp, Func, FuncKind, Node, Owner, Substitution, Term, Terms, VarInfo, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A part is worth a try of its own if it has less than this part of the terms, in percent.
const WORTH: usize = 70;

/// Comparisons and contents, each with the value that stands for it.
pub(super) type Outcomes = BTreeMap<Term, Term>;

/// The values that stand for others, the same for all queries.
#[derive(Debug, Default)]
pub(super) struct Standing {
    /// In the part that models are completed of.
    pub(super) outcomes: Outcomes,
    /// In the one for proofs alone.
    contents: Outcomes,
    /// For the numbers of threads.
    pub(super) numbers: Outcomes,
}

/// Parts of the facts, the smaller one first; those that are missing leave most of the terms.
pub(super) struct Parts {
    /// Those about what the two threads are compared by.
    pub(super) near: Option<Vec<Term>>,
    /// Those about whole numbers, of which a model may be one of all.
    pub(super) whole: Option<Vec<Term>>,
}

/// The parts of facts that are conjuncts.
pub(super) fn parts(terms: &mut Terms, facts: &[Term], standing: &mut Standing) -> Parts {
    let whole = core(terms, facts, &mut standing.outcomes);
    let all = whole.as_deref().unwrap_or(facts);
    let free = with_any_contents(terms, all, &mut standing.contents);
    let near = near(terms, &free);
    let near = is_worth_it(terms, &near, all).then_some(near);
    Parts { near, whole }
}

/// Whether the part leaves enough out: some of what is hard, or many terms.
fn is_worth_it(terms: &Terms, part: &[Term], all: &[Term]) -> bool {
    let [part, all] = [part, all].map(|facts| {
        let reached = terms.reachable(facts);
        (reached.iter().filter(|t| heavy(terms, **t).is_some()).count(), reached.len())
    });
    part.0 < all.0 || part.1 * 100 < all.1 * WORTH
}

/// An operation on two numbers that are not known, of which linear integers know little, with what it is about; but for the threads
/// of blocks, which every place has.
fn heavy(terms: &Terms, t: Term) -> Option<(BinaryOp, [Term; 2])> {
    let Node::Binary(op, a, b) = *terms.node(t) else { return None };
    let is_open = |t: Term| terms.as_const(t).is_none() && terms.width(t) > 1;
    let is_of_launch = |t: Term| {
        let Node::Var(v) = *terms.node(t) else { return false };
        matches!(terms.var_info(v).kind, VarKind::BlockIdx(_) | VarKind::BlockDim(_) | VarKind::GridDim(_))
    };
    let is_heavy = match op {
        BinaryOp::Mul if is_of_launch(a) && is_of_launch(b) => false,
        BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => is_open(a) && is_open(b),
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => is_open(b),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => is_open(b),
        BinaryOp::Add | BinaryOp::Sub => false,
    };
    is_heavy.then_some((op, [a, b]))
}

/// The facts with any value for what memory holds at places of one thread.
fn with_any_contents(terms: &mut Terms, facts: &[Term], standing: &mut Outcomes) -> Vec<Term> {
    let mut free = Substitution::new();
    for (app, owner) in contents(terms, facts) {
        let value = stands_for(terms, app, owner, standing);
        free.term(app, value);
    }
    facts.iter().map(|fact| terms.substitute(*fact, &mut free)).collect()
}

/// What memory holds at places of one thread, with the thread.
fn contents(terms: &Terms, facts: &[Term]) -> Vec<(Term, Owner)> {
    let place = |(app, f): (Term, Func)| {
        let of = |owner| terms.vars_of(&[app]).iter().any(|v| terms.var_info(*v).owner == owner);
        let owner = match (of(Owner::Left), of(Owner::Right)) {
            (true, false) => Owner::Left,
            (false, true) => Owner::Right,
            (true, true) | (false, false) => return None,
        };
        matches!(terms.func_info(f).kind, FuncKind::Memory { .. }).then_some((app, owner))
    };
    terms.apps_of(facts).into_iter().filter_map(place).collect()
}

/// The value that stands for a term.
fn stands_for(terms: &mut Terms, t: Term, owner: Owner, standing: &mut Outcomes) -> Term {
    *standing.entry(t).or_insert_with(|| {
        let (name, width) = ("what is left open".to_owned(), terms.width(t));
        let v = terms.declare_var(VarInfo { name, width, kind: VarKind::Local, bounds: None, owner });
        terms.var(v)
    })
}

/// The facts about both threads.
fn comparing(terms: &Terms, facts: &[Term]) -> Vec<Term> {
    let compares = |t: &Term| {
        let of = |owner| terms.vars_of(&[*t]).iter().any(|v| terms.var_info(*v).owner == owner);
        of(Owner::Left) && of(Owner::Right)
    };
    facts.iter().copied().filter(compares).collect()
}

/// The facts that only speak of what the two threads are compared by, and of what defines that; without conditions on products, bits and
/// the like of other numbers, as `(i & size) == 0` where places are `i` and `i ^ stride`.
fn near(terms: &Terms, facts: &[Term]) -> Vec<Term> {
    let apps = |t: Term| terms.apps_of(&[t]).into_iter().map(|(app, _)| app).collect::<Vec<_>>();
    let comparing = comparing(terms, facts);
    let mut relevant: FxHashSet<Term> = comparing.iter().flat_map(|t| apps(*t)).collect();
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
    let compared = terms.reachable(&comparing).into_iter().filter_map(|t| heavy(terms, t));
    let compared: FxHashSet<(BinaryOp, Term)> = compared.flat_map(|(op, by)| by.map(|t| (op, t))).collect();
    let is_far = |(op, by): (BinaryOp, [Term; 2])| by.into_iter().all(|t| !compared.contains(&(op, t)));
    let is_easy = |fact| !terms.reachable(&[fact]).into_iter().filter_map(|t| heavy(terms, t)).any(is_far);
    let is_known = |fact| apps(fact).iter().all(|app| relevant.contains(app));
    let defines = |fact| {
        let Node::Compare(CompareOp::Eq, a, b) = *terms.node(fact) else { return false };
        relevant.contains(&a) || relevant.contains(&b)
    };
    facts.iter().copied().filter(|t| is_known(*t) && (is_easy(*t) || defines(*t))).collect()
}

/// The facts with any outcome for each comparison of floating-point numbers, and any value for what memory holds at places that are hard
/// to compare, if only conditions of one thread are about it; without those that define what none of the others mentions. Nothing if that
/// leaves most of the terms.
fn core(terms: &mut Terms, facts: &[Term], standing: &mut Outcomes) -> Option<Vec<Term>> {
    let comparisons = terms.reachable(facts).into_iter().filter(|t| compares(terms, *t)).map(|t| (t, Owner::All));
    let comparing: FxHashSet<Term> = terms.reachable(&comparing(terms, facts)).into_iter().collect();
    let is_hard = |(t, _): &(Term, Owner)| {
        !comparing.contains(t) && terms.reachable(&[*t]).into_iter().any(|t| heavy(terms, t).is_some())
    };
    let open: Vec<_> = comparisons.chain(contents(terms, facts).into_iter().filter(is_hard)).collect();
    if open.is_empty() {
        return None;
    }
    let mut free = Substitution::new();
    for (t, owner) in open {
        let value = stands_for(terms, t, owner, standing);
        free.term(t, value);
    }
    let free: Vec<Term> = facts.iter().map(|fact| terms.substitute(*fact, &mut free)).collect();
    let free = flatten(terms, &free);
    let kept = without_definitions(terms, free);
    is_worth_it(terms, &kept, facts).then_some(kept)
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
    use super::{Parts, Standing, parts};
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
        let mut standing = Standing::default();
        let Parts { whole, .. } = parts(&mut terms, &[same, less, hash], &mut standing);
        assert_eq!(whole, Some(vec![same, standing.outcomes[&less]]));
    }

    #[test]
    fn what_the_threads_are_compared_by_stays_with_what_defines_it() {
        let mut terms = Terms::default();
        let [same, less, hash] = facts(&mut terms);
        let Parts { near, whole } = parts(&mut terms, &[same, hash], &mut Standing::default());
        assert_eq!((near, whole), (Some(vec![same]), None));
        let x = terms.children(less)[0];
        let right = var(&mut terms, "k", Owner::Right);
        let compared = terms.eq(x, right);
        let Parts { near, .. } = parts(&mut terms, &[compared, hash], &mut Standing::default());
        assert_eq!(near, None);
    }

    #[test]
    fn what_memory_holds_has_any_value_for_a_proof() {
        let mut terms = Terms::default();
        let [left, right, width] = [("i", Owner::Left), ("j", Owner::Right), ("width", Owner::All)]
            .map(|(name, owner)| var(&mut terms, name, owner));
        let place = terms.mul(left, width);
        let cell = applied(&mut terms, "ids", 32, FuncKind::Memory { array: None }, place);
        let same = terms.eq(cell, right);
        let Parts { near, whole } = parts(&mut terms, &[same], &mut Standing::default());
        let near = near.expect("it leaves a product out");
        assert!(terms.apps_of(&near).is_empty() && terms.vars_of(&near).len() == 2, "a value and `j` are compared");
        assert_eq!(whole, None, "a model has to say which cell has the value");
    }

    #[test]
    fn conditions_on_other_products_are_left_out() {
        let mut terms = Terms::default();
        let [left, right, width] = [("i", Owner::Left), ("j", Owner::Right), ("width", Owner::All)]
            .map(|(name, owner)| var(&mut terms, name, owner));
        let (same, product) = (terms.eq(left, right), terms.mul(left, width));
        let condition = terms.slt(product, width);
        let Parts { near, .. } = parts(&mut terms, &[same, condition], &mut Standing::default());
        assert_eq!(near, Some(vec![same]));
        let placed = terms.mul(right, width);
        let same = terms.eq(left, placed);
        let Parts { near, .. } = parts(&mut terms, &[same, condition], &mut Standing::default());
        assert_eq!(near, None, "it is about the stride that places are computed with");
    }
}
