//! The intervals of terms: a cheap over-approximation used to drop case splits and to prove side conditions.
//!
//! Direction: an interval holds every value that the term has when variables respect their bounds and no `Add`, `Mul` or
//! `Shl` wraps but those that [may](Intervals::may_wrap). Where an operation could leave its signed range otherwise, the
//! result is the whole range. Sums and products of unsigned numbers may be represented by numbers beyond the signed range
//! (see [`Arithmetic`](crate::term::Arithmetic)), and so may what passes them on: choices, extensions, quotients and remainders.

use super::carried::{Families, Scene};
use super::modest::{self, Modest, Shape};
use super::operands::value;
use crate::term::arithmetic::{Arithmetic, Wrapping};
use crate::term::eval::{Environment, signed};
use crate::term::interval::{Interval, binary, ideal, natural};
use crate::term::node::{BinaryOp, CastOp, Node, Term, Var};
use crate::term::terms::Terms;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Computed intervals of one arena, kept.
#[derive(Clone, Default, Debug)]
pub struct Intervals {
    known: FxHashMap<Term, Known>,
    /// What is known from elsewhere.
    narrowed: BTreeMap<Term, Interval>,
    /// How far counters go, where constants bound them.
    counted: BTreeMap<Term, i128>,
    /// Of the arena's launch.
    shapes: Option<[Shape; modest::SHAPES]>,
    families: Families,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    all: Interval,
    modest: Modest,
    may_wrap: bool,
}

impl Intervals {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes it as given that `t` lies in `to`. Returns whether that says anything new; a contradiction is ignored.
    pub fn narrow(&mut self, terms: &Terms, t: Term, to: Interval) -> bool {
        let old = self.of(terms, t);
        let Some(new) = old.meet(to).filter(|new| *new != old) else { return false };
        self.narrowed.insert(t, new);
        self.known.clear();
        true
    }

    /// The terms that were narrowed, each with its interval.
    pub fn narrowed(&self) -> impl Iterator<Item = (Term, Interval)> + '_ {
        self.narrowed.iter().map(|(t, i)| (*t, *i))
    }

    /// Takes it that operations are to be looked at in iterations up to `last` of a loop.
    pub fn count(&mut self, counter: Term, last: i128) {
        if self.counted.get(&counter).is_none_or(|old| *old < last) {
            self.counted.insert(counter, last);
            self.known.clear();
        }
    }

    /// The values of `t` in a small launch with small parameters.
    pub fn modest(&mut self, terms: &Terms, t: Term) -> Interval {
        let modest = self.about(terms, t).modest;
        modest.into_iter().fold(modest[0], Interval::join)
    }

    /// Whether the unsigned number `t` is not taken to fit a signed one where it is read as one: it does not with modest values,
    /// or nothing is assumed of it.
    pub fn leaves_signed(&mut self, terms: &Terms, t: Term) -> bool {
        leaves_signed(terms, t, &self.about(terms, t))
    }

    /// The interval of `t` where it is read as a signed number.
    pub fn signed(&mut self, terms: &Terms, t: Term) -> Interval {
        read_signed(terms, t, &self.about(terms, t)).all
    }

    /// The interval of `t`.
    pub fn of(&mut self, terms: &Terms, t: Term) -> Interval {
        self.about(terms, t).all
    }

    /// Whether an `Add`, `Mul` or `Shl` must be taken as modular, since to assume that it does not wrap would exclude threads
    /// and not just large parameters (see [`modest`]), or since nothing is assumed ([`Wrapping`]).
    pub fn may_wrap(&mut self, terms: &Terms, t: Term) -> bool {
        self.about(terms, t).may_wrap
    }

    /// Whether `a op b`, a sum, product or shift to the left, is known to be an unsigned number of its width.
    pub fn is_natural(&mut self, terms: &Terms, op: BinaryOp, a: Term, b: Term) -> bool {
        let (x, y) = (self.of(terms, a), self.of(terms, b));
        x.lo >= 0 && y.lo >= 0 && ideal(op, x, y).within(natural(terms.width(a)))
    }

    /// Whether the sum or the product `t`, as an ideal number, or what is kept of a number, is not known to fit its width, and may
    /// not wrap either.
    pub fn may_leave(&mut self, terms: &Terms, t: Term) -> bool {
        if let (Node::Cast(_, _, whole), true) = (terms.node(t), terms.is_kept(t)) {
            return !self.may_wrap(terms, t) && !self.of(terms, *whole).within(Interval::full(terms.width(t)));
        }
        let Node::Binary(op @ (BinaryOp::Add | BinaryOp::Mul), a, b) = *terms.node(t) else { return false };
        let (a, b) = (self.of(terms, a), self.of(terms, b));
        terms.arithmetic(t) != Arithmetic::Wide
            && !self.may_wrap(terms, t)
            && !ideal(op, a, b).within(Interval::full(terms.width(t)))
    }

    /// Whether a sum, product or left shift leaves its width in an environment: the signed range, or, where `unsigned`, what
    /// unsigned ones are represented by.
    pub fn wraps(&mut self, terms: &Terms, t: Term, unsigned: bool, env: &impl Environment) -> Option<bool> {
        if terms.shifts_constant(t) {
            return terms.eval(t, env).map(|_| false);
        }
        let meant = if unsigned { Arithmetic::Unsigned } else { Arithmetic::Signed };
        let value = match *terms.node(t) {
            Node::Binary(op @ (BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl), a, b) => {
                ideal(op, self.represented(terms, t, a, env)?, self.represented(terms, t, b, env)?)
            }
            Node::Cast(_, _, whole) if terms.is_kept(t) => self.represented(terms, t, whole, env)?,
            Node::Binary(..)
            | Node::Cast(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Apply(..) => return None,
        };
        Some(meant.window(terms.width(t)).is_some_and(|window| !value.within(window)))
    }

    /// The number that represents the operand `a` of `t` (see [`Arithmetic`]).
    fn represented(&mut self, terms: &Terms, t: Term, a: Term, env: &impl Environment) -> Option<Interval> {
        let own = Interval::point(signed(terms.width(a), terms.eval(a, env)?).into());
        if let (Node::Cast(_, _, whole), true) = (terms.node(a), terms.is_kept(a)) {
            let cut = self.may_wrap(terms, a) || reads_sign(terms, t) && self.leaves_signed(terms, a);
            return if cut { Some(own) } else { self.represented(terms, a, *whole, env) };
        }
        let Node::Binary(op, x, y) = *terms.node(a) else { return Some(own) };
        if op == BinaryOp::UDiv && !(reads_sign(terms, t) && self.leaves_signed(terms, a)) {
            return Some(Interval::point(terms.eval(a, env)?.into()));
        }
        if self.may_wrap(terms, a) {
            return Some(own);
        }
        if terms.shifts_constant(a) {
            return Some(Interval::point(terms.eval(a, env)?.into()));
        }
        match terms.arithmetic(a) {
            _ if reads_sign(terms, t) && self.leaves_signed(terms, a) => Some(own),
            Arithmetic::Signed | Arithmetic::Modular => Some(own),
            Arithmetic::Unsigned | Arithmetic::Wide => {
                Some(ideal(op, self.represented(terms, a, x, env)?, self.represented(terms, a, y, env)?))
            }
        }
    }

    fn about(&mut self, terms: &Terms, t: Term) -> Known {
        if let Some(known) = self.known.get(&t) {
            return *known;
        }
        let shapes = *self.shapes.get_or_insert_with(|| modest::shapes(terms));
        for sub in terms.reachable(&[t]) {
            if !self.known.contains_key(&sub) {
                if let Node::Apply(f, _) = terms.node(sub) {
                    self.families.settle(terms, *f);
                }
                let known = self.compute(terms, sub, &shapes);
                self.known.insert(sub, known);
            }
        }
        self.get(terms, t)
    }

    fn get(&self, terms: &Terms, t: Term) -> Known {
        let all = Interval::full(terms.width(t));
        self.known.get(&t).copied().unwrap_or(Known { all, modest: [all; modest::SHAPES], may_wrap: true })
    }

    fn compute(&self, terms: &Terms, t: Term, shapes: &[Shape; modest::SHAPES]) -> Known {
        let full = Interval::full(terms.width(t));
        let narrowed = self.narrowed.get(&t);
        let meet = |i: Interval| narrowed.and_then(|n| n.meet(i)).unwrap_or(i);
        let sign = reads_sign(terms, t);
        let get = |a: Term| if sign { read_signed(terms, a, &self.get(terms, a)) } else { self.get(terms, a) };
        let last = self.counted.get(&t).copied();
        let small = shapes.map(|shape| match terms.node(t) {
            Node::Var(v) => modest::variable(terms.var_info(*v), full, narrowed.copied(), last, shape),
            Node::Apply(..) if terms.is_count(t) => modest::count(full, narrowed.copied(), last),
            Node::Apply(f, args) => {
                let variable = |v: Var| {
                    modest::variable(terms.var_info(v), Interval::full(terms.var_info(v).width), None, None, shape)
                };
                let iterations: Vec<Interval> = args.iter().map(|a| self.get(terms, *a).modest[shape.place]).collect();
                let carried =
                    Scene { terms, families: &self.families, place: shape.place, iterations: &[], variable: &variable }
                        .modest(*f, &iterations);
                carried.map_or_else(|| modest::unknown(meet(full)), meet)
            }
            Node::Binary(op @ (BinaryOp::And | BinaryOp::URem), a, b) if modest::is_cut(terms, *a, *b) => {
                binary(*op, full, get(*a).all, get(*b).all)
            }
            Node::Binary(op @ (BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem), a, b) => {
                let [a, b] = [a, b].map(|x| get(*x).modest[shape.place]);
                binary(*op, full, a, modest::divisor(b))
            }
            Node::Const { .. }
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..) => value(terms, t, &|a| get(a).modest[shape.place]),
        });
        let all = value(terms, t, &|a| get(a).all);
        let arithmetic = terms.arithmetic(t);
        // What passes on numbers beyond the signed range is no operation that might wrap.
        let wrappable = matches!(terms.node(t), Node::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl, ..));
        let kept = terms.is_kept(t);
        let arithmetic = if kept { Arithmetic::Unsigned } else { arithmetic };
        let window = arithmetic.window(terms.width(t)).filter(|_| wrappable || kept);
        let may_wrap = match terms.wrapping() {
            _ if !wrappable && !kept => false,
            Wrapping::Followed => !all.within(full),
            Wrapping::Excluded if arithmetic == Arithmetic::Modular => !all.within(full),
            Wrapping::Excluded => modest::wraps(terms, t) || window.is_some_and(|w| small.iter().any(|i| !i.within(w))),
        };
        let fit = |i: Interval| meet(if may_wrap { full } else { window.map_or(i, |w| i.clamp(w)) });
        Known { all: fit(all), modest: small.map(fit), may_wrap }
    }
}

/// Whether `t` reads its operands as signed numbers.
fn reads_sign(terms: &Terms, t: Term) -> bool {
    match terms.node(t) {
        Node::Cast(op, ..) => *op == CastOp::Sext,
        Node::Binary(BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr, ..) => true,
        Node::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl, ..) => terms.arithmetic(t) == Arithmetic::Signed,
        Node::Binary(..)
        | Node::Compare(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Ite(..)
        | Node::Apply(..) => false,
    }
}

fn leaves_signed(terms: &Terms, t: Term, known: &Known) -> bool {
    let full = Interval::full(terms.width(t));
    let follows = terms.wrapping() == Wrapping::Followed;
    let large = || follows || terms.shifts_constant(t) || known.modest.iter().any(|i| !i.within(full));
    let is_made = matches!(terms.node(t), Node::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl, ..));
    // What is no sum or product passes on what it is made of.
    let is_unsigned = !is_made || terms.arithmetic(t) == Arithmetic::Unsigned;
    is_unsigned && !known.may_wrap && !known.all.within(full) && large()
}

/// What is known of `t` where it is read as a signed number.
fn read_signed(terms: &Terms, t: Term, known: &Known) -> Known {
    let full = Interval::full(terms.width(t));
    if leaves_signed(terms, t, known) { Known { all: full, modest: [full; modest::SHAPES], ..*known } } else { *known }
}
