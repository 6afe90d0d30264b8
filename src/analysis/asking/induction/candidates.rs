//! What could hold of a loop's values in every iteration: that what is compared with a bound stays on one side of it, and that a
//! value stays on one side of its first one, or has gone on by equal steps.

use crate::kernel::Loop;
use crate::term::{Arithmetic, BinaryOp, CastOp, CompareOp, Func, Node, Substitution, Term, Terms, Var, Width};
use rustc_hash::FxHashSet;

/// Holds the products of two numbers of 32 bits.
const WIDE: Width = 64;
/// So many things may be chosen from.
const MOST_ALTERNATIVES: usize = 4;
/// The most candidates of one loop.
const MOST: usize = 32;

/// A symbol for a value that a loop carries, and what it is over the counters `params`, the last of which is the loop's.
pub(super) struct Defined {
    pub(super) func: Func,
    pub(super) params: Vec<Var>,
    pub(super) value: Term,
}

/// A value that a loop carries, without a closed form.
pub(super) struct Carried {
    pub(super) func: Func,
    /// In the iteration `counter`.
    pub(super) now: Term,
    pub(super) first: Term,
    /// In the iteration behind it, over values in this one.
    pub(super) next: Term,
}

/// A loop with the values that it carries.
pub(super) struct Course<'a> {
    pub(super) of: &'a Loop,
    pub(super) carried: Vec<Carried>,
}

impl Course<'_> {
    /// `t`, over the values of this iteration, as it is in the first one.
    pub(super) fn at_first(&self, terms: &mut Terms, t: Term) -> Term {
        let counter = terms.var(self.of.counter);
        let zero = terms.constant(terms.width(counter), 0);
        self.at(terms, t, zero, |carried| carried.first)
    }

    /// `t` in the iteration behind this one.
    pub(super) fn at_next(&self, terms: &mut Terms, t: Term) -> Term {
        let counter = terms.var(self.of.counter);
        let one = terms.constant(terms.width(counter), 1);
        let then = terms.add(counter, one);
        self.at(terms, t, then, |carried| carried.next)
    }

    fn at(&self, terms: &mut Terms, t: Term, then: Term, value: impl Fn(&Carried) -> Term) -> Term {
        let moved = terms.replace(t, self.of.counter, then);
        let mut by = Substitution::new();
        for carried in &self.carried {
            let app = terms.replace(carried.now, self.of.counter, then);
            by.term(app, value(carried));
        }
        terms.substitute(moved, &mut by)
    }

    /// Whether `t` is made of carried values, and of nothing else that an iteration changes.
    fn is_carried(&self, terms: &Terms, t: Term) -> bool {
        let apps = terms.apps_of(&[t]);
        !apps.is_empty() && apps.iter().all(|(app, _)| self.carried.iter().any(|c| c.now == *app))
    }

    /// Whether `t` is the same in all iterations, or their number.
    fn is_bound(&self, terms: &Terms, t: Term) -> bool {
        self.is_fixed(terms, t) || matches!(terms.node(t), Node::Var(v) if *v == self.of.counter)
    }

    /// Whether `t` is the same in all iterations.
    fn is_fixed(&self, terms: &Terms, t: Term) -> bool {
        let carried = |f: Func| self.carried.iter().any(|c| c.func == f);
        !terms.vars_of(&[t]).contains(&self.of.counter) && !terms.apps_of(&[t]).iter().any(|(_, f)| carried(*f))
    }
}

/// What could hold in every iteration, over the values in it.
pub(super) fn candidates(terms: &mut Terms, course: &Course<'_>) -> Vec<Term> {
    let mut found = vec![];
    let mut roots = vec![course.of.continues];
    roots.extend(course.carried.iter().map(|c| c.next));
    for t in terms.reachable(&roots) {
        let Node::Compare(op, a, b) = *terms.node(t) else { continue };
        let (lefts, rights) = (alternatives(terms, course, a), alternatives(terms, course, b));
        for (a, b) in lefts.iter().flat_map(|a| rights.iter().map(move |b| (*a, *b))) {
            let (left, right) = (course.is_carried(terms, a), course.is_carried(terms, b));
            let bounds = (left && (right || course.is_bound(terms, b))) || (right && course.is_bound(terms, a));
            if bounds && terms.width(a) > 1 {
                let signed = !matches!(op, CompareOp::Ult | CompareOp::Ule);
                found.extend(sides(terms, a, b, signed));
            }
        }
    }
    for Carried { now, first, .. } in &course.carried {
        if course.is_fixed(terms, *first) {
            found.extend([terms.sle(*first, *now), terms.sle(*now, *first)]);
        }
    }
    for carried in &course.carried {
        found.extend(unwrapped(terms, course, carried));
    }
    let mut seen = FxHashSet::default();
    found.retain(|t| terms.as_const(*t).is_none() && seen.insert(*t));
    found.truncate(MOST);
    found
}

/// What a term may be where something else than carried values chooses, if that is not too much: `c + 1` and `c` of `if (close) c++`.
fn alternatives(terms: &Terms, course: &Course<'_>, t: Term) -> Vec<Term> {
    let (mut found, mut open) = (vec![], vec![t]);
    while let Some(t) = open.pop() {
        if let Node::Ite(_, x, y) = *terms.node(t)
            && !course.is_carried(terms, t)
        {
            open.extend([y, x]);
        } else {
            found.push(t);
        }
        if found.len() + open.len() > MOST_ALTERNATIVES {
            return vec![];
        }
    }
    found
}

/// That a number which is narrower than what is added to it has gone on by equal steps, and has not wrapped: the counter of
/// `for (short i = t; i < 80; i += blockDim.x)`.
fn unwrapped(terms: &mut Terms, course: &Course<'_>, carried: &Carried) -> Option<Term> {
    let Node::Cast(CastOp::Trunc, _, sum) = *terms.node(carried.next) else { return None };
    let Node::Binary(BinaryOp::Add, a, b) = *terms.node(sum) else { return None };
    let extension = |terms: &Terms, t: Term| {
        let Node::Cast(op, _, inner) = *terms.node(t) else { return None };
        (op != CastOp::Trunc && inner == carried.now).then_some(op)
    };
    let (extension, step) = match (extension(terms, a), extension(terms, b)) {
        (Some(op), None) => (op, b),
        (None, Some(op)) => (op, a),
        _ => return None,
    };
    if !course.is_fixed(terms, step) || !course.is_fixed(terms, carried.first) {
        return None;
    }
    let x = terms.var(course.of.counter);
    let [now, first] = [carried.now, carried.first].map(|t| terms.cast(extension, WIDE, t));
    let (step, turns) = (terms.cast(CastOp::Sext, WIDE, step), terms.cast(CastOp::Zext, WIDE, x));
    let way = terms.binary_as(Arithmetic::Wide, BinaryOp::Mul, step, turns);
    let place = terms.binary_as(Arithmetic::Wide, BinaryOp::Add, first, way);
    Some(terms.eq(now, place))
}

/// On which side of each other two numbers may be.
fn sides(terms: &mut Terms, a: Term, b: Term, signed: bool) -> [Term; 4] {
    let (less, at_most) = if signed { (CompareOp::Slt, CompareOp::Sle) } else { (CompareOp::Ult, CompareOp::Ule) };
    [(less, a, b), (at_most, a, b), (less, b, a), (at_most, b, a)].map(|(op, a, b)| terms.compare(op, a, b))
}

/// The values that the loop of `counter` carries, of these definitions.
pub(super) fn carried(terms: &mut Terms, defined: &[Defined], counter: Var) -> Vec<Carried> {
    let mut found = vec![];
    for Defined { func, params, value } in defined.iter().filter(|d| d.params.last() == Some(&counter)) {
        let args = params.iter().map(|p| terms.var(*p)).collect();
        let now = terms.apply(*func, args);
        let x = terms.var(counter);
        let (zero, one) = (terms.constant(terms.width(x), 0), terms.constant(terms.width(x), 1));
        let (is_first, then) = (terms.eq(x, zero), terms.add(x, one));
        let (mut first, mut later) = (terms.replace(*value, counter, zero), *value);
        if let Node::Ite(c, a, b) = *terms.node(*value)
            && c == is_first
        {
            (first, later) = (a, b);
        }
        let next = terms.replace(later, counter, then);
        found.push(Carried { func: *func, now, first, next });
    }
    found
}
