//! Divisions, remainders and shifts over the integers.
//!
//! **Invariant:** a quotient and a remainder are defined by `e = d·q + r` with the remainder's bounds, where d is not 0;
//! where it is 0 both are free, the quotient of numbers that are not negative up to the dividend's bound. A shift to the
//! right by the width or more, undefined in `eval`, leaves the sign only, which is what a value that is shifted again and
//! again ends as. A shift to the left by as much is excluded where every fact rests on it, and 0 elsewhere.

use super::encode::{Divisions, Encoder, signed_range};
use super::normalise::{Poly, Range};
use super::radix::left_over;
use crate::smt::formula::Expr;
use crate::term::{Arithmetic, BinaryOp, Interval, Node, Term, Width};

/// The longest table for which a table of quotients is made.
const TABLE: usize = 64;

fn is_power(v: i128) -> bool {
    v > 0 && v.count_ones() == 1
}

impl Encoder<'_> {
    /// Rounded-down quotient and remainder for a positive divisor.
    pub(in crate::smt) fn divide(&mut self, e: &Poly, d: &Poly) -> (Poly, Poly) {
        let (whole, rest) =
            if d.as_const().is_none_or(|d| d > 0) { e.split_divisor(d) } else { (Poly::default(), e.clone()) };
        let (q, r) = self.divide_rest(&rest, d);
        (self.add(&whole, &q), r)
    }

    fn divide_rest(&mut self, e: &Poly, d: &Poly) -> (Poly, Poly) {
        // By 0 it may be anything, and so this.
        if *e == Poly::default() {
            return (Poly::default(), Poly::default());
        }
        let range = self.range(e);
        if let Some(c) = d.as_const().filter(|c| *c > 0) {
            let quotients = range.floor_div(c);
            if let (Some(q), true) = (quotients.lo, quotients.lo == quotients.hi) {
                let r = c.checked_mul(q).and_then(|m| e.add(&Poly::constant(-m)));
                if let Some(r) = r {
                    return (Poly::constant(q), r);
                }
            }
        } else if range.at_least(0) && self.below(e, d) {
            return (Poly::default(), e.clone());
        }
        if let Some(known) = self.divisions.get(&(e.clone(), d.clone())) {
            return known.clone();
        }
        let result = self.fresh_division(e, d, range);
        self.divisions.insert((e.clone(), d.clone()), result.clone());
        left_over(self, (e, d), (&result.0, &result.1), false);
        result
    }

    /// Whether e < d by their ranges.
    fn below(&self, e: &Poly, d: &Poly) -> bool {
        matches!((self.range(e).hi, self.range(d).lo), (Some(e), Some(d)) if e < d)
    }

    fn fresh_division(&mut self, e: &Poly, d: &Poly, range: Range) -> (Poly, Poly) {
        let divisor = self.range(d);
        let quotients = match d.as_const() {
            Some(c) if c > 0 => range.floor_div(c),
            Some(_) => Range::default(),
            None if divisor.at_least(0) && range.at_least(0) => Range { lo: Some(0), hi: range.hi },
            None => Range::default(),
        };
        let q = match self.divided_before(e, d, |known| &known.divisions) {
            Some((first, by)) if self.range(&by).at_least(0) && divisor.at_least(0) => {
                let both = self.mul(&by, d);
                self.divide_rest(&first, &both).0
            }
            // By a constant it has its range by its equation. Else the range is asserted below, which it would not be if it were known.
            Some(_) | None if d.as_const().is_some() => self.fresh_int("quotient", quotients),
            Some(_) | None => self.fresh_int("quotient", Range::default()),
        };
        self.assert_range(&q, quotients);
        let r = self.fresh_int("remainder", Range::default());
        let positive = self.ge(d, 1);
        let product = self.mul(d, &q);
        let sum = self.add(&product, &r);
        let difference = self.sub(&sum, e);
        let defined = self.zero(&difference);
        let (low, high) = (self.ge(&r, 0), self.lt(&r, d));
        // What no sum of products says: where the dividend is not negative, the quotient is not.
        let (above, whole) = (self.ge(e, 0), self.ge(&q, 0));
        let sign = if d.as_const().is_none() { self.query.implies(above, whole) } else { defined };
        let all = self.query.and(&[defined, low, high, sign]);
        self.require(positive, all);
        if divisor.at_least(1)
            && let Some((s, 1)) = r.as_scaled()
        {
            self.ranges[s.0 as usize] = Range { lo: Some(0), hi: divisor.hi.map(|h| h - 1) };
        }
        if let Some(c) = d.as_const().filter(|c| is_power(*c)) {
            self.note_low_bits(&r, e, c.trailing_zeros() as Width);
        }
        self.quotient_table(e, d, &q, &r);
        (q, r)
    }

    /// `(x, y)` where `e` is the quotient of x by y: its own quotient by d is that of x by y·d, which it shares with that of
    /// ⌊x / d⌋ by y. Quotients by constants are left to LLVM.
    fn divided_before(&self, e: &Poly, d: &Poly, known: impl Fn(&Self) -> &Divisions) -> Option<(Poly, Poly)> {
        let (_, 1) = e.as_scaled()? else { return None };
        let ((x, y), _) = known(self).iter().find(|(_, (q, _))| q == e)?;
        (y.as_const().is_none() || d.as_const().is_none()).then(|| (x.clone(), y.clone()))
    }

    /// Where both have few values, so has the quotient; a power of two divided by a smaller one leaves no rest.
    fn quotient_table(&mut self, e: &Poly, d: &Poly, q: &Poly, r: &Poly) {
        let (Some(es), Some(ds), Some((s, 1))) = (self.table(e), self.table(d), q.as_scaled()) else { return };
        if es.len() > TABLE || ds.len() > TABLE || ds.iter().any(|v| *v < 0) {
            return;
        }
        let mut values = vec![];
        for x in &es {
            values.extend(ds.iter().map(|y| if *y == 0 { x.signum().min(0) } else { x.div_euclid(*y) }));
        }
        values.sort_unstable();
        values.dedup();
        if values.len() > TABLE {
            return;
        }
        self.sign_unless_positive(d, e, q);
        self.assert_member(q, &values);
        self.tables.insert(s, values);
        if es.iter().all(|v| *v == 0 || is_power(*v)) && ds.iter().all(|v| *v == 0 || is_power(*v)) {
            let some = self.ge(q, 1);
            let no_rest = self.eq(r, &Poly::default());
            self.require(some, no_rest);
        }
    }

    /// The quotient by a power that is 0 is what [`shifted_out`](Self::shifted_out) leaves: the sign.
    fn sign_unless_positive(&mut self, d: &Poly, e: &Poly, q: &Poly) {
        let (zero, minus) = (Poly::default(), Poly::constant(-1));
        let (none, not_negative) = (self.le(d, &zero), self.ge(e, 0));
        let (is_zero, is_minus) = (self.eq(q, &zero), self.eq(q, &minus));
        let left = self.query.choose(not_negative, is_zero, is_minus);
        self.require(none, left);
    }

    fn assert_member(&mut self, p: &Poly, values: &[i128]) {
        let cases = values.iter().map(|v| self.eq(p, &Poly::constant(*v))).collect::<Vec<_>>();
        let any = self.query.or(&cases);
        self.query.assert(any);
        if let (Some(lo), Some(hi), Some((s, 1))) = (values.first(), values.last(), p.as_scaled()) {
            let known = &mut self.ranges[s.0 as usize];
            *known = known.meet(Range::new(*lo, *hi));
        }
    }

    /// Collects that divisors are not 0 and shifts to the left less than the width.
    pub(in crate::smt) fn note_definedness(&mut self) {
        let mut certain = self.certain.iter().copied().collect::<Vec<_>>();
        certain.sort_unstable();
        for t in certain {
            let Node::Binary(op, _, b) = *self.terms.node(t) else { continue };
            let width = self.terms.width(t);
            if width == 1 {
                continue;
            }
            let defined = match op {
                BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
                    let d = self.poly(b);
                    let zero = self.eq(&d, &Poly::default());
                    self.query.not(zero)
                }
                BinaryOp::Shl => {
                    let amount = self.poly(b);
                    let (low, high) = (self.ge(&amount, 0), self.lt(&amount, &Poly::constant(width.into())));
                    self.query.and(&[low, high])
                }
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::LShr
                | BinaryOp::AShr
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor => continue,
            };
            self.defined.push(defined);
        }
    }

    pub(in crate::smt) fn unsigned_division(&mut self, op: BinaryOp, a: Term, b: Term) -> Poly {
        let width = self.terms.width(a);
        let (e, d) = (self.unsigned(a), self.unsigned(b));
        if d.as_const() == Some(0) {
            return self.opaque("a division by 0", width);
        }
        let (q, r) = self.divide(&e, &d);
        if op == BinaryOp::UDiv {
            // What reads it as a signed number takes it to fit.
            self.assumed |= self.range(&q).meet(signed_range(width)) != self.range(&q);
            return q;
        }
        let signed = self.poly(a);
        let range = self.range(&signed);
        let small = self.interval(a).lo >= 0 || range.meet(signed_range(width)) == range && range.at_least(0);
        if small || self.interval(b).lo >= 0 { r } else { self.wrap(&r, width) }
    }

    pub(in crate::smt) fn signed_division(&mut self, op: BinaryOp, a: Term, b: Term) -> Poly {
        let width = self.terms.width(a);
        let (e, d) = (self.read_signed(a), self.read_signed(b));
        if d.as_const() == Some(0) {
            return self.opaque("a division by 0", width);
        }
        // An ideal sum may be known not to be negative where the bits are not.
        let range = self.range(&e);
        let (q, r) = if (self.signed_interval(a).lo >= 0 || range.at_least(0)) && self.signed_interval(b).lo > 0 {
            self.divide(&e, &d)
        } else {
            self.truncate(&e, &d)
        };
        let least = Interval::full(width).lo;
        let fits = self.signed_interval(b).meet(Interval::point(-1)).is_none() || range.at_least(least + 1);
        if op == BinaryOp::SRem {
            return r;
        }
        if !fits && width < 32 {
            return self.wrap(&q, width);
        }
        // The least number divided by -1: as undefined in C++ as a sum that wraps.
        self.assumed |= !fits;
        q
    }

    /// Quotient and remainder of the division that rounds towards 0.
    pub(super) fn truncate(&mut self, e: &Poly, d: &Poly) -> (Poly, Poly) {
        if let (Some(e), Some(d)) = (e.as_const(), d.as_const().filter(|d| *d != 0)) {
            return (Poly::constant(e / d), Poly::constant(e % d));
        }
        if let Some(known) = self.truncating.get(&(e.clone(), d.clone())) {
            return known.clone();
        }
        let (mut quotients, mut rests) = (Range::default(), Range::default());
        if let Some(c) = d.as_const().filter(|c| *c > 0) {
            let range = self.range(e);
            quotients = Range { lo: range.lo.map(|x| x / c), hi: range.hi.map(|x| x / c) };
            let low = if range.at_least(0) { 0 } else { 1 - c };
            rests = Range::new(low, if range.at_most(0) { 0 } else { c - 1 });
        }
        let q = match self.divided_before(e, d, |known| &known.truncating) {
            Some((first, by)) => {
                let both = self.mul(&by, d);
                self.truncate(&first, &both).0
            }
            None => self.fresh_int("quotient", quotients),
        };
        let r = self.fresh_int("remainder", Range::default());
        let product = self.mul(d, &q);
        let sum = self.add(&product, &r);
        let difference = self.sub(&sum, e);
        let defined = self.zero(&difference);
        let minus = self.scale(d, -1);
        let (positive, negative) = (self.ge(d, 1), self.le(d, &Poly::constant(-1)));
        let not_zero = self.query.or(&[positive, negative]);
        self.require(not_zero, defined);
        for (sign, size) in [(positive, d), (negative, &minus)] {
            let bound = self.truncated_bounds(e, &r, size);
            self.require(sign, bound);
        }
        if let Some((s, 1)) = r.as_scaled() {
            self.ranges[s.0 as usize] = rests;
        }
        self.truncating.insert((e.clone(), d.clone()), (q.clone(), r.clone()));
        left_over(self, (e, d), (&q, &r), true);
        (q, r)
    }

    /// |r| < size, and r is 0 or has the sign of e.
    fn truncated_bounds(&mut self, e: &Poly, r: &Poly, size: &Poly) -> Expr {
        let minus = self.scale(r, -1);
        let (above, below) = (self.ge(e, 0), self.le(e, &Poly::default()));
        let (low, high) = (self.ge(r, 0), self.le(r, &Poly::default()));
        let (upper, lower) = (self.lt(r, size), self.lt(&minus, size));
        let up = self.query.implies(above, low);
        let down = self.query.implies(below, high);
        self.query.and(&[up, down, upper, lower])
    }

    /// A symbol with the value `values[amount]`, `otherwise` for another amount; without that there is no other amount.
    fn by_amount(&mut self, amount: &Poly, values: Vec<i128>, otherwise: Option<i128>) -> Poly {
        let known = amount.as_const().map(|k| usize::try_from(k).ok().and_then(|k| values.get(k)).copied());
        if let Some(value) = known {
            return Poly::constant(value.or(otherwise).unwrap_or(0));
        }
        let key = (amount.clone(), values, otherwise);
        if let Some(known) = self.amounts.get(&key) {
            return known.clone();
        }
        let values = &key.1;
        let range = self.range(amount);
        let inside = |i: usize| range.meet(Range::point(i as i128)) == Range::point(i as i128);
        let outside = !(range.at_least(0) && range.at_most(values.len() as i128 - 1));
        let mut table = values.iter().enumerate().filter(|(i, _)| inside(*i)).map(|(_, v)| *v).collect::<Vec<_>>();
        table.extend(otherwise.filter(|_| outside));
        table.sort_unstable();
        table.dedup();
        let bounds = Range { lo: table.first().copied(), hi: table.last().copied() };
        let chosen = self.fresh_int("power", bounds);
        let mut cases = vec![];
        for (i, v) in values.iter().enumerate().filter(|(i, _)| inside(*i)) {
            let (at, is) = (self.eq(amount, &Poly::constant(i as i128)), self.eq(&chosen, &Poly::constant(*v)));
            cases.push(self.query.and(&[at, is]));
        }
        if let (true, Some(otherwise)) = (outside, otherwise) {
            let (low, high) = (self.le(amount, &Poly::constant(-1)), self.ge(amount, values.len() as i128));
            let away = self.query.or(&[low, high]);
            let is = self.eq(&chosen, &Poly::constant(otherwise));
            cases.push(self.query.and(&[away, is]));
        }
        let any = self.query.or(&cases);
        self.query.assert(any);
        if let Some((s, 1)) = chosen.as_scaled() {
            self.tables.insert(s, table);
        }
        self.amounts.insert(key, chosen.clone());
        chosen
    }

    /// 2 to the power of a shift amount.
    fn power(&mut self, amount: &Poly, width: Width, otherwise: Option<i128>) -> Poly {
        self.by_amount(amount, (0..width).map(|i| 1i128 << i).collect(), otherwise)
    }

    pub(in crate::smt) fn shift_left(&mut self, t: Term, a: Term, b: Term) -> Poly {
        let width = self.terms.width(t);
        let (x, amount) = (self.operand(t, a), self.poly(b));
        let may_wrap = self.intervals.may_wrap(self.terms, t);
        // A shift that wraps may be the closed form of a loop, which shifts all bits out; that of a constant says so itself.
        let closed = may_wrap && !(x.as_const().is_some() && self.terms.arithmetic(t) == Arithmetic::Modular);
        // So may that of a constant of which nothing is assumed.
        let partial = self.certain.contains(&t) && !closed && !self.terms.shifts_constant(t);
        self.assumed |= partial && !self.interval(b).within(Interval { lo: 0, hi: i128::from(width) - 1 });
        let otherwise = if partial { None } else { Some(0) };
        if let Some(c) = x.as_const() {
            let full = signed_range(width);
            let mut values = (0..width).map(|i| c << i).collect::<Vec<_>>();
            if may_wrap {
                values.iter_mut().for_each(|v| *v = crate::term::signed(width, *v as u64).into());
            } else if self.terms.shifts_constant(t) {
                values.iter_mut().for_each(|v| *v = crate::term::mask(width, *v as u64).into());
            } else {
                self.assumed |= values.iter().any(|v| full.meet(Range::point(*v)) != Range::point(*v));
            }
            return self.by_amount(&amount, values, otherwise);
        }
        let power = self.power(&amount, width, otherwise);
        let p = self.mul(&x, &power);
        self.ideal(t, p)
    }

    pub(in crate::smt) fn shift_right(&mut self, op: BinaryOp, a: Term, b: Term) -> Poly {
        let width = self.terms.width(a);
        let amount = self.poly(b);
        let logical = op == BinaryOp::LShr && self.interval(a).lo < 0;
        let x = if logical {
            self.unsigned(a)
        } else if op == BinaryOp::AShr {
            self.read_signed(a)
        } else {
            self.poly(a)
        };
        if let Some(c) = x.as_const() {
            let values = (0..width).map(|i| c >> i).collect();
            let p = self.by_amount(&amount, values, Some(if c < 0 { -1 } else { 0 }));
            return if logical { self.wrap(&p, width) } else { p };
        }
        let power = self.power(&amount, width, Some(0));
        if power.as_const() == Some(0) {
            return self.opaque("a shift by the width or more", width);
        }
        let q = if self.range(&power).at_least(1) { self.divide(&x, &power).0 } else { self.shifted_out(&x, &power) };
        if logical && !self.range(&power).at_least(2) { self.wrap(&q, width) } else { q }
    }

    /// `⌊x / power⌋`, and where the power is 0 what is left of `x`: nothing but the sign.
    fn shifted_out(&mut self, x: &Poly, power: &Poly) -> Poly {
        let (whole, rest) = x.split_divisor(power);
        let (q, _) = self.divide_rest(&rest, power);
        let (not_negative, some) = (self.ge(x, 0), self.ge(power, 1));
        let (zero, minus) = (Poly::default(), Poly::constant(-1));
        if whole != zero || q.as_const().is_some() {
            let q = self.add(&whole, &q);
            let sign = self.choose(not_negative, &zero, &minus);
            return self.choose(some, &q, &sign);
        }
        let (is_zero, is_minus) = (self.eq(&q, &zero), self.eq(&q, &minus));
        let left = self.query.choose(not_negative, is_zero, is_minus);
        let none = self.query.not(some);
        self.require(none, left);
        q
    }
}
