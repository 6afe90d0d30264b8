//! Two loops around each other as one, of visits that go on where the loops before have left off.
//!
//! ```cuda
//! for (x …) for (k = 0; k < n; k++) wait(full[(x * n + k) % S], (x * n + k) / S & 1);
//! ```
//!
//! Iteration `(x, k)` is number `T = x * n + k`, if the inner loop has `n` iterations whenever it is entered, and is entered in every
//! iteration of the outer one. So a thread that comes there has made all visits with smaller numbers, in whichever iterations. A visit
//! that depends on `T` alone is known for those, by its terms with `T - d` for `T`.
//!
//! Direction: loops of which this is not seen are not followed.

use super::asking::GENERATION;
use super::objects::Object;
use super::visits::{self, Instance, Side, common, ends_by_test};
use crate::analysis::facts::knowledge::{Place, Visit};
use crate::analysis::facts::literals;
use crate::kernel::Loop;
use crate::term::{BinaryOp, CastOp, CompareOp, Node, Owner, Substitution, Term, Terms, Var, VarInfo, VarKind, Width};

/// Two loops, the second of which is in the first, with the number of an iteration.
struct Nest<'a> {
    outer: &'a Loop,
    inner: &'a Loop,
    number: Term,
}

/// The visit in iterations in which it is on a side of a place, for a thread that comes there: see [`visits::instances`]; or so many
/// iterations earlier or later of two loops together.
pub(super) fn instances(
    terms: &mut Terms,
    visit: &Visit,
    place: &Place,
    side: Side,
    distances: &[Term],
) -> Vec<Instance> {
    let mut found = visits::instances(terms, visit, place, side, distances);
    found.extend(of_both(terms, visit, place, side, distances));
    found.retain(|i| !terms.is_false(i.condition));
    found
}

fn of_both(terms: &mut Terms, visit: &Visit, place: &Place, side: Side, distances: &[Term]) -> Vec<Instance> {
    let depth = visit.place.loops.len();
    let [.., outer, inner] = visit.place.loops.as_slice() else { return vec![] };
    let Some(claim) = visit.claim.filter(|_| common(&visit.place, place) == depth) else { return vec![] };
    let Some(nest) = nest(terms, (outer, inner), visit.access.offset) else { return vec![] };
    let Some(guard) = guard(terms, &nest, visit.condition) else { return vec![] };
    let number = nest.number;
    let mut found = vec![];
    for distance in distances {
        let zero = terms.constant(GENERATION, 0);
        let (some, there) = (terms.slt(zero, *distance), terms.sle(*distance, number));
        let (moved, happens) = match side {
            Side::Before => (terms.sub(number, *distance), terms.and(some, there)),
            Side::Behind if terms.as_const(*distance) == Some(1) => {
                (terms.add(number, *distance), follows(terms, &nest))
            }
            Side::Behind => continue,
        };
        let object = Object::of(&visit.access).try_map(|t| numbered(terms, &nest, t, moved));
        let all = [guard, claim].map(|t| numbered(terms, &nest, t, moved));
        let ([Some(guard), Some(claim)], Some(object)) = (all, object) else { continue };
        found.push(Instance { condition: terms.and(guard, happens), object, claim });
    }
    found
}

/// The loops as one, if an offset is a function of the number of the iteration.
fn nest<'a>(terms: &mut Terms, (outer, inner): (&'a Loop, &'a Loop), offset: Term) -> Option<Nest<'a>> {
    let [x, k] = [outer.counter, inner.counter];
    let bound = bound(terms, inner).filter(|b| !terms.vars_of(&[*b]).iter().any(|v| [x, k].contains(v)))?;
    // In every iteration of the outer loop, as far as that is executed.
    let executed = literals::conjuncts(terms, &[outer.executed]);
    let conditions = literals::conjuncts(terms, &[inner.entered, inner.executed]);
    let is_always = conditions.iter().all(|t| executed.contains(t) || !terms.vars_of(&[*t]).contains(&x));
    if !is_always || !ends_by_test(terms, inner) {
        return None;
    }
    let turns = terms.cast(CastOp::Zext, GENERATION, bound);
    let [x, k] = [x, k].map(|v| {
        let v = terms.var(v);
        terms.cast(CastOp::Zext, GENERATION, v)
    });
    let number = terms.reachable(&[offset]).into_iter().find(|t| {
        let Node::Binary(BinaryOp::Add, a, b) = *terms.node(*t) else { return false };
        let is_product = |t: Term| {
            matches!(*terms.node(t), Node::Binary(BinaryOp::Mul, p, q) if (p, q) == (x, turns) || (q, p) == (x, turns))
        };
        a == k && is_product(b) || b == k && is_product(a)
    })?;
    Some(Nest { outer, inner, number })
}

/// The number of iterations of a loop that counts from 0 to a bound, in the bits of its counter: what `executed` says of it.
fn bound(terms: &mut Terms, l: &Loop) -> Option<Term> {
    let counter = terms.var(l.counter);
    let mut tests = literals::conjuncts(terms, &[l.executed]);
    tests.retain(|t| terms.vars_of(&[*t]).contains(&l.counter));
    let [test] = tests.as_slice() else { return None };
    let Node::Compare(op, a, limit) = *terms.node(*test) else { return None };
    match op {
        CompareOp::Ult if a == counter => return Some(limit),
        CompareOp::Slt if a == counter => {}
        CompareOp::Ult | CompareOp::Slt | CompareOp::Eq | CompareOp::Ule | CompareOp::Sle => return None,
    }
    let zero = terms.constant(terms.width(limit), 0);
    let some = terms.slt(zero, limit);
    Some(terms.ite(some, limit, zero))
}

/// What a visit's condition says besides that its iteration is executed.
fn guard(terms: &mut Terms, nest: &Nest<'_>, condition: Term) -> Option<Term> {
    let loops = [nest.outer, nest.inner];
    let known = literals::conjuncts(terms, &loops.map(|l| [l.executed, l.since]).concat());
    let of_iteration = |t: &Term| terms.vars_of(&[*t]).iter().any(|v| loops.iter().any(|l| l.counter == *v));
    let mut rest = literals::conjuncts(terms, &[condition]);
    rest.retain(|t| !(known.contains(t) && of_iteration(t)));
    Some(terms.all(rest))
}

/// A term in another iteration, if it depends on the number alone.
fn numbered(terms: &mut Terms, nest: &Nest<'_>, t: Term, moved: Term) -> Option<Term> {
    let (kind, bounds) = (VarKind::Counter, None);
    let any = VarInfo { name: "number'".to_owned(), width: GENERATION, kind, bounds, owner: Owner::All };
    let any = terms.declare_var(any);
    let number = terms.var(any);
    let mut by = Substitution::new();
    by.term(nest.number, number);
    let over = terms.substitute(t, &mut by);
    let counters: [Var; 2] = [nest.outer.counter, nest.inner.counter];
    if terms.vars_of(&[over]).iter().any(|v| counters.contains(v)) {
        return None;
    }
    Some(terms.replace(over, any, moved))
}

/// Another iteration is executed behind this one: of the inner loop, or the first one in the next of the outer loop.
fn follows(terms: &mut Terms, nest: &Nest<'_>) -> Term {
    let next = |terms: &mut Terms, t: Term, counter: Var| {
        let (x, width): (Term, Width) = (terms.var(counter), terms.var_info(counter).width);
        let one = terms.constant(width, 1);
        let next = terms.add(x, one);
        terms.replace(t, counter, next)
    };
    let (x, k) = (nest.outer.counter, nest.inner.counter);
    let inner = next(terms, nest.inner.executed, k);
    let outer = next(terms, nest.outer.executed, x);
    let first = next(terms, nest.inner.executed, x);
    let zero = terms.constant(terms.var_info(k).width, 0);
    let first = terms.replace(first, k, zero);
    let outer = terms.and(outer, first);
    terms.or(inner, outer)
}
