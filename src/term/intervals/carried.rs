//! Modest values of what loops carry from one iteration to the next, where that has no closed form (see [`super::modest`]).
//!
//! A value to which each of n iterations adds at most a is at most n·a above what it starts from: `s += 2 * i`. One that iterations
//! multiply is large after a few of them, whatever it starts from, so nothing is said of it: `s = 3 * s + 1`, hashes. What is set
//! anew lies where that lies: `s = in[s] % m`.
//!
//! Values that are defined by each other are looked at together, as one: the largest of them.

use super::modest;
use super::operands::value;
use crate::term::interval::{Interval, binary, natural};
use crate::term::node::{BinaryOp, CastOp, CompareOp, Func, Node, Term, Var, Width};
use crate::term::terms::Terms;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// Growth is counted in parts of this.
const ONE: u64 = 1 << 10;
/// So much growth in one iteration leaves a value modest that its loop holds below a bound.
const MOST: u64 = 64 * ONE;
/// Numbers of fewer bits wrap as a matter of course, and have all values of their width.
const WIDE: Width = 32;

/// A loop's counter, the place of a shape, and the iterations of the loops around.
pub(super) type Turns = (Var, usize, Vec<Interval>);

/// A carried value, the place of a shape, and the iterations.
type At = (Func, usize, Vec<Interval>);

/// The loop-carried values of an arena: by what they are defined, and which are defined by each other.
#[derive(Clone, Default, Debug)]
pub(super) struct Families {
    direct: FxHashMap<Func, Vec<Func>>,
    members: FxHashMap<Func, Vec<Func>>,
    /// How many iterations loops take, by the places of shapes and the iterations around them.
    pub(super) turns: RefCell<FxHashMap<Turns, i128>>,
    /// The modest values of carried ones, by the places of shapes and the iterations.
    modest: RefCell<FxHashMap<At, Interval>>,
}

impl Families {
    /// Looks at the definition of `f` and of all that it names, if it is a carried value.
    pub(super) fn settle(&mut self, terms: &Terms, f: Func) {
        let (mut open, mut new) = (vec![terms.original(f)], vec![]);
        while let Some(g) = open.pop() {
            let Some((_, body)) = terms.definition(g).filter(|_| !self.direct.contains_key(&g)) else { continue };
            let named: FxHashSet<Func> = terms.apps_of(&[body]).into_iter().map(|(_, h)| h).collect();
            let mut named: Vec<Func> = named.into_iter().filter(|h| terms.definition(*h).is_some()).collect();
            named.sort_unstable();
            open.extend(&named);
            new.push(g);
            self.direct.insert(g, named);
        }
        for g in new {
            let mut members: Vec<Func> =
                self.reached(g).into_iter().filter(|h| self.reached(*h).contains(&g)).collect();
            members.push(g);
            members.sort_unstable();
            members.dedup();
            self.members.insert(g, members);
        }
    }

    /// By what `f` is defined, directly or not.
    fn reached(&self, f: Func) -> FxHashSet<Func> {
        let (mut seen, mut open) = (FxHashSet::default(), vec![f]);
        while let Some(g) = open.pop() {
            open.extend(self.direct.get(&g).into_iter().flatten().filter(|h| seen.insert(**h)));
        }
        seen
    }
}

/// What an iteration makes of carried values. Some of its ways may add to a multiple of the largest of them, others set it anew.
#[derive(Clone, Copy)]
pub(super) struct Course {
    /// The multiple, in parts of [`ONE`], and what is added.
    goes_on: Option<(u64, Interval)>,
    anew: Option<Interval>,
    /// Its bits are read as those of an unsigned number on the way.
    unsigned: bool,
}

impl Course {
    /// The value is what it was.
    const KEPT: Course = Course { goes_on: Some((ONE, ZERO)), anew: None, unsigned: false };
    /// Nothing is known.
    const OPEN: Course = Course { goes_on: Some((u64::MAX, ZERO)), anew: None, unsigned: false };

    fn anew(to: Interval) -> Self {
        Course { goes_on: None, anew: Some(to), unsigned: false }
    }

    fn join(self, other: Self) -> Self {
        let larger = |(g, x): (u64, Interval), (h, y): (u64, Interval)| (g.max(h), x.join(y));
        let goes_on = [self.goes_on, other.goes_on].into_iter().flatten().reduce(larger);
        let anew = [self.anew, other.anew].into_iter().flatten().reduce(Interval::join);
        Course { goes_on, anew, unsigned: self.unsigned || other.unsigned }
    }

    /// Each way of one with each of the other.
    fn plus(self, other: Self) -> Self {
        let sum = |a: Interval, b: Interval| Interval { lo: a.lo + b.lo, hi: a.hi + b.hi };
        let both = self.goes_on.zip(other.goes_on).map(|((g, x), (h, y))| (g.saturating_add(h), sum(x, y)));
        let one = |a: Self, b: Self| a.goes_on.zip(b.anew).map(|((g, x), y)| (g, sum(x, y)));
        let unsigned = self.unsigned || other.unsigned;
        let ways = [both, one(self, other), one(other, self)].map(|goes_on| Course { goes_on, anew: None, unsigned });
        let anew = self.anew.zip(other.anew).map(|(a, b)| sum(a, b));
        ways.into_iter().fold(Course { goes_on: None, anew, unsigned }, Course::join)
    }

    fn changed(self, growth: impl Fn(u64) -> u64, values: impl Fn(Interval) -> Interval) -> Self {
        Course { goes_on: self.goes_on.map(|(g, x)| (growth(g), values(x))), anew: self.anew.map(values), ..self }
    }

    /// The same bits as those of an unsigned number.
    fn read_unsigned(self, width: Width) -> Self {
        let read = |i: Interval| if i.lo >= 0 { i } else { natural(width) };
        Course { anew: self.anew.map(read), unsigned: self.goes_on.is_some(), ..self }
    }

    /// Where the value is set anew in any case.
    pub(super) fn set(self) -> Option<Interval> {
        self.anew.filter(|_| self.goes_on.is_none())
    }

    /// The values after so many iterations.
    fn after(self, steps: i128, full: Interval) -> Interval {
        let Some(start) = self.anew else { return full };
        let (growth, by) = self.goes_on.unwrap_or((0, ZERO));
        let far = |by: i128| by.saturating_mul(steps);
        // A part of a value is nearer to 0.
        let (lo, hi) = (start.lo.min(0), start.hi.max(0));
        let values = Interval { lo: lo.saturating_add(far(by.lo.min(0))), hi: hi.saturating_add(far(by.hi.max(0))) };
        if growth > ONE || !values.within(full) || self.unsigned && values.lo < 0 {
            return full;
        }
        modest::unknown(full).join(values)
    }
}

const ZERO: Interval = Interval { lo: 0, hi: 0 };

/// Where carried values are looked at.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) terms: &'a Terms,
    pub(super) families: &'a Families,
    /// The place of the shape of blocks.
    pub(super) place: usize,
    /// The iterations of the loops around, the outermost first.
    pub(super) iterations: &'a [Interval],
    /// The modest values of variables with that shape.
    pub(super) variable: &'a dyn Fn(Var) -> Interval,
}

impl Scene<'_> {
    /// The modest values of `f` in iterations of these numbers, the outermost loop first; `None` if it is no carried value.
    pub(super) fn modest(&self, f: Func, iterations: &[Interval]) -> Option<Interval> {
        let key = (f, self.place, iterations.to_vec());
        if let Some(known) = self.families.modest.borrow().get(&key) {
            return Some(*known);
        }
        let modest = self.computed(f, iterations)?;
        self.families.modest.borrow_mut().insert(key, modest);
        Some(modest)
    }

    fn computed(&self, f: Func, iterations: &[Interval]) -> Option<Interval> {
        let (params, body) = self.terms.definition(f)?;
        let members = self.families.members.get(&self.terms.original(f))?;
        let at: FxHashMap<Var, Interval> = params.into_iter().zip(iterations.iter().copied()).collect();
        let variable = |v: Var| at.get(&v).copied().unwrap_or_else(|| (self.variable)(v));
        let scene = Scene { variable: &variable, iterations, ..*self };
        let definitions: Vec<(Vec<Var>, Term)> = members.iter().filter_map(|m| self.terms.definition(*m)).collect();
        let course = definitions.iter().map(|of| scene.member(of, members)).reduce(Course::join)?;
        let counters: FxHashSet<Var> = definitions.into_iter().flat_map(|(params, _)| params).collect();
        let most = |v: &Var| variable(*v).hi.max(scene.turns(*v)).saturating_add(1);
        // Each of the values may add something in an iteration.
        let steps = counters.iter().map(most).fold(members.len() as i128, i128::saturating_mul);
        Some(course.after(steps.min(1 << 62), Interval::full(self.terms.width(body))))
    }

    /// What becomes of the `members` as one of them goes on. One that its loop holds below a bound is as modest as the bound.
    fn member(&self, (params, body): &(Vec<Var>, Term), members: &[Func]) -> Course {
        let course = self.course(*body, members);
        let (Some((growth @ ..=MOST, by)), Some(start)) = (course.goes_on, course.anew) else { return course };
        if growth <= ONE || by.lo < 0 || start.lo < 0 {
            return course;
        }
        let goes_on = params.last().and_then(|counter| self.terms.goes_on(*counter));
        let Some(bound) = goes_on.and_then(|condition| self.bound(condition, members)) else { return course };
        let hi = bound.saturating_mul((growth / ONE + 1).into()).saturating_add(by.hi);
        Course::anew(start.join(Interval { lo: 0, hi }))
    }

    /// Above what no member is while a condition holds.
    fn bound(&self, condition: Term, members: &[Func]) -> Option<i128> {
        use CompareOp::{Sle, Slt, Ule, Ult};
        let below = |small: Term, large: Term| {
            let Course { goes_on: Some((ONE.., by)), anew: None, .. } = self.course(small, members) else {
                return None;
            };
            self.course(large, members).set().filter(|_| by.lo >= 0).map(|large| large.hi)
        };
        if let Node::Binary(BinaryOp::And, a, b) = *self.terms.node(condition) {
            return self.bound(a, members).or_else(|| self.bound(b, members));
        }
        if let Node::Compare(Slt | Sle | Ult | Ule, a, b) = *self.terms.node(condition) {
            return below(a, b);
        }
        let Node::Not(inner) = *self.terms.node(condition) else { return None };
        let Node::Compare(Slt | Sle | Ult | Ule, b, a) = *self.terms.node(inner) else { return None };
        below(a, b)
    }

    /// What becomes of the `members` in an iteration in which one of them is `body`.
    pub(super) fn course(&self, body: Term, members: &[Func]) -> Course {
        let mut known: FxHashMap<Term, Course> = FxHashMap::default();
        for t in self.terms.reachable(&[body]) {
            let course = self.step(t, members, &|a| known.get(&a).copied().unwrap_or(Course::OPEN));
            let full = Interval::full(self.terms.width(t));
            known.insert(t, Course { anew: course.anew.map(|i| if i.within(full) { i } else { full }), ..course });
        }
        known.get(&body).copied().unwrap_or(Course::OPEN)
    }

    fn step(&self, t: Term, members: &[Func], of: &dyn Fn(Term) -> Course) -> Course {
        let terms = self.terms;
        let full = Interval::full(terms.width(t));
        let narrow = Course::anew(full);
        match *terms.node(t) {
            Node::Var(v) => Course::anew((self.variable)(v)),
            Node::Apply(f, _) if members.contains(&f) => Course::KEPT,
            Node::Apply(f, ref args) => {
                let iterations: Vec<Interval> =
                    args.iter().map(|a| of(*a).set().unwrap_or(Interval::full(terms.width(*a)))).collect();
                Course::anew(self.modest(f, &iterations).unwrap_or_else(|| modest::unknown(full)))
            }
            Node::Ite(_, a, b) => of(a).join(of(b)),
            Node::Not(_) | Node::Compare(..) => narrow,
            Node::Cast(CastOp::Trunc, ..) if terms.width(t) < WIDE => narrow,
            Node::Cast(_, _, a) if terms.width(a) < WIDE => {
                Course::anew(value(terms, t, &|a| Interval::full(terms.width(a))))
            }
            // What is carried with more bits loses some of them.
            Node::Cast(CastOp::Trunc, _, a) if of(a).goes_on.is_some() && self.is_wider(members, terms.width(t)) => {
                Course::OPEN
            }
            Node::Cast(CastOp::Zext, _, a) => of(a).read_unsigned(terms.width(a)),
            Node::Cast(_, _, a) => of(a),
            Node::Binary(BinaryOp::Add, a, b) => of(a).plus(of(b)),
            Node::Binary(op, a, b) => self.combined((t, op), (a, of(a)), (b, of(b))),
            Node::Const { .. } => Course::anew(value(terms, t, &|_| full)),
        }
    }

    fn is_wider(&self, members: &[Func], width: Width) -> bool {
        members.iter().any(|f| self.terms.func_info(*f).width > width)
    }

    /// An operation but a sum.
    fn combined(&self, (t, op): (Term, BinaryOp), (a, x): (Term, Course), (b, y): (Term, Course)) -> Course {
        let terms = self.terms;
        let full = Interval::full(terms.width(t));
        let constant = |of: Term| terms.as_int(of).filter(|c| *c >= 0).map(i64::unsigned_abs);
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::AShr);
        let power = |of: Term| constant(of).and_then(|by| 1u64.checked_shl(by as u32));
        let times = |of: Course, k: u64| of.changed(|g| g.saturating_mul(k), |i| i.times(Interval::point(k.into())));
        let parts = |of: Course, k: u64| {
            let part = |i: Interval| Interval { lo: i.lo / i128::from(k) - 1, hi: i.hi / i128::from(k) + 1 };
            let of = if signed { of } else { of.read_unsigned(terms.width(t)) };
            of.changed(|g| g.div_ceil(k), part)
        };
        let is_cut = |op: BinaryOp| matches!(op, BinaryOp::And | BinaryOp::URem | BinaryOp::SRem);
        let bits = |of: Course| of.set().filter(|i| i.lo >= 0);
        if let (Some(a_is), Some(b_is), false) = (x.set(), y.set(), is_cut(op)) {
            let divides = matches!(op, BinaryOp::UDiv | BinaryOp::SDiv);
            let by = if divides { modest::divisor(b_is) } else { b_is };
            let is = value(terms, t, &|of| if of == b { by } else { a_is });
            return Course::anew(is);
        }
        match op {
            BinaryOp::And | BinaryOp::URem | BinaryOp::SRem => {
                let all = x.set().filter(|_| !modest::is_cut(terms, a, b)).unwrap_or(full);
                let by = y.set().map_or(full, |by| if op == BinaryOp::And { by } else { modest::divisor(by) });
                Course::anew(binary(op, full, all, by))
            }
            BinaryOp::Mul => match (constant(a), constant(b)) {
                (_, Some(by)) => times(x, by),
                (Some(by), None) => times(y, by),
                (None, None) => Course::OPEN,
            },
            BinaryOp::Shl => power(b).map_or(Course::OPEN, |by| times(x, by)),
            BinaryOp::UDiv | BinaryOp::SDiv => constant(b).filter(|by| *by > 0).map_or(Course::OPEN, |by| parts(x, by)),
            BinaryOp::LShr | BinaryOp::AShr => power(b).map_or(Course::OPEN, |by| parts(x, by)),
            BinaryOp::Or | BinaryOp::Xor => match (bits(x), bits(y)) {
                (Some(by), _) => y.plus(Course::anew(Interval { lo: -by.hi, hi: by.hi })),
                (None, Some(by)) => x.plus(Course::anew(Interval { lo: -by.hi, hi: by.hi })),
                (None, None) => Course::OPEN,
            },
            BinaryOp::Sub => {
                y.set().map_or(Course::OPEN, |by| x.plus(Course::anew(Interval { lo: -by.hi, hi: -by.lo })))
            }
            BinaryOp::Add => Course::OPEN,
        }
    }
}
