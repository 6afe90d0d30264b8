//! Terms as linearised integers (docs/design.md section 6, step 3).
//!
//! A term of width w > 1 stands for its value as a *signed* number, a polynomial over integer symbols; each product of
//! symbols becomes a symbol of its own where the polynomial is used. Sums and products of unsigned numbers stand for a number
//! that is congruent to them (see [`Arithmetic`]): where their interval leaves the signed range, comparisons for equality and
//! of unsigned numbers and operations on bits take that into account. A term of width 1 is a formula.
//!
//! **Invariant:** `Add`, `Mul` and `Shl` are taken as ideal operations where the interval does not prove that they fit and
//! [`Intervals::may_wrap`] allows it ([`Encoder::assumed`] says so); everything else is exact. Each definition of a fresh
//! symbol can be satisfied whatever the values of the others: so a subterm that does not matter (the branch not taken)
//! never excludes a thread, however it wraps.

use super::names::Names;
use super::normalise::{Monomial, Poly, Range};
use crate::smt::facts::{Prepared, certain};
use crate::smt::formula::{Expr, Label, Query, Sort, Sym};
use crate::term::{
    Arithmetic, BinaryOp, CastOp, CompareOp, Func, Interval, Intervals, Node, Term, Terms, Var, Width, signed,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The values of a truth-valued or a numeric application.
#[derive(Clone, Debug)]
pub(in crate::smt) enum Value {
    Int(Poly),
    Bool(Expr),
}

/// `product = stride · coordinate`, where both occur in one multiplication or division of the query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::smt) struct Factored {
    pub(in crate::smt) stride: Poly,
    pub(in crate::smt) coordinate: Poly,
}

/// Quotient and remainder by dividend and divisor.
pub(in crate::smt) type Divisions = BTreeMap<(Poly, Poly), (Poly, Poly)>;

pub(in crate::smt) struct Encoder<'a> {
    pub(in crate::smt) terms: &'a Terms,
    pub(in crate::smt) intervals: Intervals,
    pub(in crate::smt) query: Query,
    /// By symbol: what is known of its value, whatever the facts say about other symbols.
    pub(in crate::smt) ranges: Vec<Range>,
    /// Symbols with few values; that they have one of them is asserted.
    pub(in crate::smt) tables: BTreeMap<Sym, Vec<i128>>,
    pub(in crate::smt) products: BTreeMap<Monomial, Sym>,
    pub(in crate::smt) factored: Vec<Factored>,
    /// The variables of the query.
    pub(in crate::smt) vars: BTreeMap<Var, Value>,
    pub(in crate::smt) apps: Vec<(Term, Func, Value)>,
    /// Whether the encoding rests on some operation not wrapping.
    pub(in crate::smt) assumed: bool,
    /// An operation whose value was left free.
    pub(in crate::smt) approximated: Option<&'static str>,
    pub(in crate::smt) divisions: Divisions,
    pub(in crate::smt) truncating: Divisions,
    pub(in crate::smt) conjunctions: BTreeMap<(Poly, Poly), Poly>,
    /// `(x, s, x ^ s)`, both ways round.
    pub(in crate::smt) exclusive: Vec<(Poly, Poly, Poly)>,
    pub(in crate::smt) amounts: BTreeMap<(Poly, Vec<i128>, Option<i128>), Poly>,
    pub(in crate::smt) unsigned: BTreeMap<(Poly, Width), Poly>,
    pub(in crate::smt) wrapped: BTreeMap<(Poly, Width), Poly>,
    /// What a symbol has these many low bits in common with.
    pub(in crate::smt) low_bits: BTreeMap<Sym, (Poly, Width)>,
    divisors: BTreeMap<Var, i128>,
    /// That nothing undefined is done where every fact rests on it: true of models that evaluate, no part of proofs.
    pub(in crate::smt) defined: Vec<Expr>,
    /// See [`certain`].
    pub(in crate::smt) certain: FxHashSet<Term>,
    pub(in crate::smt) names: Names,
    polys: FxHashMap<Term, Poly>,
    pub(in crate::smt) formulas: FxHashMap<Term, Expr>,
}

/// Encodes prepared facts, each asserted.
pub(in crate::smt) fn encode<'a>(terms: &'a Terms, prepared: &Prepared) -> Encoder<'a> {
    encode_as(terms, prepared, Names::default())
}

/// Likewise, with names for sums that multiply.
pub(in crate::smt) fn encode_with_names<'a>(terms: &'a Terms, prepared: &Prepared) -> Encoder<'a> {
    encode_as(terms, prepared, Names::wanted())
}

fn encode_as<'a>(terms: &'a Terms, prepared: &Prepared, names: Names) -> Encoder<'a> {
    let mut encoder = Encoder {
        terms,
        intervals: prepared.intervals.clone(),
        query: Query::default(),
        ranges: vec![],
        tables: BTreeMap::new(),
        products: BTreeMap::new(),
        factored: vec![],
        vars: BTreeMap::new(),
        apps: vec![],
        assumed: prepared.converted,
        approximated: None,
        divisions: BTreeMap::new(),
        truncating: BTreeMap::new(),
        conjunctions: BTreeMap::new(),
        exclusive: vec![],
        amounts: BTreeMap::new(),
        unsigned: BTreeMap::new(),
        wrapped: BTreeMap::new(),
        low_bits: BTreeMap::new(),
        divisors: prepared.divisors.clone(),
        defined: vec![],
        certain: certain(terms, &prepared.facts),
        names,
        polys: FxHashMap::default(),
        formulas: FxHashMap::default(),
    };
    for fact in &prepared.facts {
        encoder.note_powers(*fact);
    }
    let needed = encoder.needed(&prepared.facts);
    for t in &needed {
        encoder.visit(*t);
    }
    let needed = needed.into_iter().collect::<FxHashSet<_>>();
    for (t, interval) in prepared.intervals.narrowed().filter(|(t, _)| needed.contains(t)) {
        let p = encoder.poly(t);
        encoder.assert_range(&p, Range::new(interval.lo, interval.hi));
    }
    for fact in &prepared.facts {
        let formula = encoder.formula(*fact);
        encoder.query.assert(formula);
    }
    encoder.congruence();
    encoder.note_definedness();
    encoder
}

/// `x` where `t` is `(x & (x - 1)) == 0`: x is 0 or a power of two.
pub(in crate::smt) fn power_test(terms: &Terms, t: Term) -> Option<Term> {
    let Node::Compare(CompareOp::Eq, a, b) = *terms.node(t) else { return None };
    let (Node::Binary(BinaryOp::And, p, q), Some(0)) = (terms.node(a), terms.as_const(b)) else { return None };
    [(*p, *q), (*q, *p)].into_iter().find_map(|(x, less)| {
        let Node::Binary(BinaryOp::Add, y, c) = *terms.node(less) else { return None };
        (x == y && terms.as_int(c) == Some(-1) && terms.width(x) > 1).then_some(x)
    })
}

impl Encoder<'_> {
    /// The terms to be encoded, children first.
    fn needed(&self, facts: &[Term]) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut stack = facts.to_vec();
        let mut found = vec![];
        while let Some(t) = stack.pop() {
            if seen.insert(t) {
                found.push(t);
                match power_test(self.terms, t) {
                    Some(x) => stack.push(x),
                    None => stack.extend(self.terms.children(t)),
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn visit(&mut self, t: Term) {
        if self.terms.width(t) == 1 {
            self.formula(t);
        } else {
            self.poly(t);
        }
    }

    /// A fact that says that a variable is a power of two gives it a table.
    fn note_powers(&mut self, fact: Term) {
        let Some(x) = power_test(self.terms, fact) else { return };
        let Some((s, factor)) = self.poly(x).as_scaled() else { return };
        let range = self.range(&Poly::sym(s)).scale(factor);
        let values = self.powers(x, range).into_iter().filter(|v| v % factor == 0);
        self.tables.insert(s, values.map(|v| v / factor).collect());
    }

    /// The numbers in `range` that may represent `x` where it is 0 or a power of two.
    fn powers(&mut self, x: Term, range: Range) -> Vec<i128> {
        let width = self.terms.width(x);
        if self.interval(x).within(Interval::full(width)) {
            return powers_of_two(width, range);
        }
        let all = 1i128 << width;
        let bits = [0].into_iter().chain((0..width).map(|k| 1i128 << k)).collect::<Vec<_>>();
        let values = bits.iter().map(|v| v - all).chain(bits.iter().copied());
        values.filter(|v| range.meet(Range::point(*v)) == Range::point(*v)).collect()
    }

    pub(in crate::smt) fn fresh(&mut self, label: impl Into<Label>, sort: Sort, range: Range) -> Sym {
        self.ranges.push(range);
        self.query.symbol(label, sort)
    }

    pub(in crate::smt) fn fresh_int(&mut self, label: impl Into<Label>, range: Range) -> Poly {
        Poly::sym(self.fresh(label, Sort::Int, range))
    }

    /// A value about which nothing is said, because `what` is not encoded.
    pub(in crate::smt) fn opaque(&mut self, what: &'static str, width: Width) -> Poly {
        self.approximated = Some(what);
        let p = self.fresh_int("free", Range::default());
        self.assert_range(&p, signed_range(width));
        p
    }

    pub(in crate::smt) fn range(&self, p: &Poly) -> Range {
        p.range(&|s| self.ranges.get(s.0 as usize).copied().unwrap_or_default())
    }

    pub(in crate::smt) fn interval(&mut self, t: Term) -> Interval {
        self.intervals.of(self.terms, t)
    }

    pub(in crate::smt) fn signed_interval(&mut self, t: Term) -> Interval {
        self.intervals.signed(self.terms, t)
    }

    /// The few values of a polynomial, if it is known to have few.
    pub(in crate::smt) fn table(&self, p: &Poly) -> Option<Vec<i128>> {
        if let Some(c) = p.as_const() {
            return Some(vec![c]);
        }
        let (s, factor) = p.as_scaled()?;
        self.tables.get(&s)?.iter().map(|v| v.checked_mul(factor)).collect()
    }

    /// The value of a term of more than one bit.
    pub(in crate::smt) fn poly(&mut self, t: Term) -> Poly {
        if let Some(p) = self.polys.get(&t) {
            return p.clone();
        }
        let width = self.terms.width(t);
        let p = match self.terms.node(t).clone() {
            Node::Const { value, .. } => Poly::constant(signed(width, value).into()),
            Node::Var(v) => self.var(v, t),
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.formula(c), self.poly(a), self.poly(b));
                self.choose(c, &a, &b)
            }
            Node::Cast(op, _, a) => self.cast(t, op, width, a),
            Node::Binary(op, a, b) => self.binary(op, t, a, b),
            Node::Apply(func, _) => {
                let p = self.fresh_int(Label::of_func(self.terms, func), signed_range(width));
                self.assert_fresh_range(&p, signed_range(width));
                self.apps.push((t, func, Value::Int(p.clone())));
                p
            }
            // Truth values only.
            Node::Not(_) | Node::Compare(..) => self.opaque("a comparison as a number", width),
        };
        self.polys.insert(t, p.clone());
        p
    }

    /// Asserts the range with which a symbol was made.
    fn assert_fresh_range(&mut self, p: &Poly, range: Range) {
        let Some((s, 1)) = p.as_scaled() else { return };
        self.ranges[s.0 as usize] = Range::default();
        self.assert_range(p, range);
    }

    fn var(&mut self, v: Var, t: Term) -> Poly {
        let interval = self.interval(t);
        let range = Range::new(interval.lo, interval.hi);
        let label = Label::of_var(self.terms, v);
        let p = match self.divisors.get(&v).copied() {
            Some(divisor) => {
                let up = |x: i128| x.div_euclid(divisor) + i128::from(x.rem_euclid(divisor) != 0);
                let reduced = Range { lo: range.lo.map(up), hi: range.hi.map(|x| x.div_euclid(divisor)) };
                let p = self.fresh_int(label, reduced);
                self.assert_fresh_range(&p, reduced);
                self.scale(&p, divisor)
            }
            None => {
                let p = self.fresh_int(label, range);
                self.assert_fresh_range(&p, range);
                p
            }
        };
        self.vars.insert(v, Value::Int(p.clone()));
        p
    }

    fn cast(&mut self, t: Term, op: CastOp, width: Width, a: Term) -> Poly {
        match op {
            CastOp::Sext => self.read_signed(a),
            CastOp::Zext => self.unsigned(a),
            CastOp::Trunc => {
                let p = self.poly(a);
                if self.interval(a).within(Interval::full(width)) {
                    p
                } else if self.terms.is_kept(t) {
                    self.ideal(t, p)
                } else {
                    self.wrap(&p, width)
                }
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, t: Term, a: Term, b: Term) -> Poly {
        match op {
            BinaryOp::Add | BinaryOp::Mul => {
                let (x, y) = (self.operand(t, a), self.operand(t, b));
                let p = if op == BinaryOp::Add {
                    self.add(&x, &y)
                } else {
                    let (x, y) = (self.factor(a, x), self.factor(b, y));
                    let (x, y) = self.near_factors(x, y);
                    self.mul(&x, &y)
                };
                self.ideal(t, p)
            }
            BinaryOp::Sub => {
                let (x, y) = (self.poly(a), self.poly(b));
                let p = self.sub(&x, &y);
                let (x, y) = (self.interval(a), self.interval(b));
                let fits = Interval { lo: x.lo - y.hi, hi: x.hi - y.lo }.within(Interval::full(self.terms.width(t)));
                if fits { p } else { self.wrap(&p, self.terms.width(t)) }
            }
            BinaryOp::UDiv | BinaryOp::URem => self.unsigned_division(op, a, b),
            BinaryOp::SDiv | BinaryOp::SRem => self.signed_division(op, a, b),
            BinaryOp::Shl => self.shift_left(t, a, b),
            BinaryOp::LShr | BinaryOp::AShr => self.shift_right(op, a, b),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => self.bitwise(op, a, b),
        }
    }

    /// The result of `Add`, `Mul` or `Shl`, of which `p` is the value if it does not wrap.
    pub(in crate::smt) fn ideal(&mut self, t: Term, p: Poly) -> Poly {
        let width = self.terms.width(t);
        if self.intervals.may_wrap(self.terms, t) {
            return self.wrap(&p, width);
        }
        let full = signed_range(width);
        let range = self.range(&p);
        self.assumed |= !(range.lo >= full.lo && range.at_most(full.hi.unwrap_or(0)));
        p
    }

    /// An operand of the sum or product `t`.
    pub(in crate::smt) fn operand(&mut self, t: Term, a: Term) -> Poly {
        if self.terms.arithmetic(t) == Arithmetic::Signed { self.read_signed(a) } else { self.poly(a) }
    }

    /// A term's value where it is read as a signed number, which it is mostly taken to fit.
    pub(in crate::smt) fn read_signed(&mut self, t: Term) -> Poly {
        if self.intervals.leaves_signed(self.terms, t) { self.as_signed(t) } else { self.poly(t) }
    }

    /// A term's value as the signed number with its bits.
    pub(in crate::smt) fn as_signed(&mut self, t: Term) -> Poly {
        let (p, width) = (self.poly(t), self.terms.width(t));
        if self.interval(t).within(Interval::full(width)) { p } else { self.wrap(&p, width) }
    }
}

/// Every value of a signed number of `width` bits.
pub(in crate::smt) fn signed_range(width: Width) -> Range {
    let full = Interval::full(width);
    Range::new(full.lo, full.hi)
}

/// 0 and the signed values of the powers of two of `width` bits that lie in `range`.
pub(in crate::smt) fn powers_of_two(width: Width, range: Range) -> Vec<i128> {
    let half = 1i128 << (width - 1);
    let powers = (0..width - 1).map(|k| 1i128 << k);
    let all = [-half, 0].into_iter().chain(powers);
    all.filter(|v| range.meet(Range::point(*v)) == Range::point(*v)).collect()
}
