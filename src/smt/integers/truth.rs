//! Truth values and comparisons as formulas.
//!
//! **Invariant:** unsigned comparisons are exact whatever the signs; applications of one symbol to equal arguments are equal.

use super::encode::{Encoder, Value, power_test, powers_of_two};
use super::normalise::{Poly, Range};
use crate::smt::formula::{Expr, Label, Shape, Sort};
use crate::term::{BinaryOp, CompareOp, Interval, Node, Term};

impl Encoder<'_> {
    /// A term of one bit as a formula.
    pub(in crate::smt) fn formula(&mut self, t: Term) -> Expr {
        if let Some(e) = self.formulas.get(&t) {
            return *e;
        }
        let e = match self.terms.node(t).clone() {
            Node::Const { value, .. } => self.query.bool(value != 0),
            Node::Var(v) => {
                let e = self.fresh_bool(Label::of_var(self.terms, v));
                self.vars.insert(v, Value::Bool(e));
                e
            }
            Node::Not(a) => {
                let a = self.formula(a);
                self.query.not(a)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                self.connective(op, a, b)
            }
            Node::Compare(op, a, b) => match power_test(self.terms, t) {
                Some(x) => self.power_formula(x),
                None if self.terms.width(a) == 1 => {
                    let (a, b) = (self.formula(a), self.formula(b));
                    self.compare_truth(op, a, b)
                }
                None => self.compare(op, a, b),
            },
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.formula(c), self.formula(a), self.formula(b));
                self.query.choose(c, a, b)
            }
            Node::Cast(_, _, a) => {
                // Only `Trunc` gives one bit: the lowest.
                let p = self.poly(a);
                let (_, bit) = self.divide(&p, &Poly::constant(2));
                self.eq(&bit, &Poly::constant(1))
            }
            Node::Apply(func, _) => {
                let e = self.fresh_bool(Label::of_func(self.terms, func));
                self.apps.push((t, func, Value::Bool(e)));
                e
            }
        };
        self.formulas.insert(t, e);
        e
    }

    fn fresh_bool(&mut self, label: impl Into<Label>) -> Expr {
        let s = self.fresh(label, Sort::Bool, Range::default());
        self.query.intern(Shape::Sym(s))
    }

    fn connective(&mut self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        match op {
            BinaryOp::And | BinaryOp::Mul => self.query.and(&[a, b]),
            BinaryOp::Or => self.query.or(&[a, b]),
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => {
                let same = self.query.iff(a, b);
                self.query.not(same)
            }
            BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => {
                self.approximated = Some("a division or a shift of a truth value");
                self.fresh_bool("free")
            }
        }
    }

    /// Truth values compared as numbers of one bit, 1 and, if signed, -1.
    fn compare_truth(&mut self, op: CompareOp, a: Expr, b: Expr) -> Expr {
        let (na, nb) = (self.query.not(a), self.query.not(b));
        match op {
            CompareOp::Eq => self.query.iff(a, b),
            CompareOp::Ult => self.query.and(&[na, b]),
            CompareOp::Ule => self.query.or(&[na, b]),
            CompareOp::Slt => self.query.and(&[a, nb]),
            CompareOp::Sle => self.query.or(&[a, nb]),
        }
    }

    fn compare(&mut self, op: CompareOp, a: Term, b: Term) -> Expr {
        let (x, y) = (self.poly(a), self.poly(b));
        let strict = match op {
            CompareOp::Eq => return self.equal(a, b),
            CompareOp::Slt | CompareOp::Sle => {
                let (x, y) = (self.read_signed(a), self.read_signed(b));
                return if op == CompareOp::Slt { self.lt(&x, &y) } else { self.le(&x, &y) };
            }
            CompareOp::Ult => true,
            CompareOp::Ule => false,
        };
        let signed = Interval::full(self.terms.width(a));
        if !self.interval(a).within(signed) || !self.interval(b).within(signed) {
            let (x, y) = (self.unsigned(a), self.unsigned(b));
            return if strict { self.lt(&x, &y) } else { self.le(&x, &y) };
        }
        // Unsigned: as signed numbers if the signs agree, else the negative one is the greater.
        let less = if strict { self.lt(&x, &y) } else { self.le(&x, &y) };
        let sign = |encoder: &mut Self, t: Term, p: &Poly| {
            let known = encoder.interval(t).lo >= 0;
            if known { encoder.query.bool(true) } else { encoder.ge(p, 0) }
        };
        let (x, y) = (sign(self, a, &x), sign(self, b, &y));
        let same = self.query.iff(x, y);
        let ny = self.query.not(y);
        let crossing = self.query.and(&[x, ny]);
        let ordered = self.query.and(&[same, less]);
        self.query.or(&[ordered, crossing])
    }

    /// `a = b` as bits: the numbers that represent them are congruent.
    fn equal(&mut self, a: Term, b: Term) -> Expr {
        let (x, y) = (self.poly(a), self.poly(b));
        let (i, j) = (self.interval(a), self.interval(b));
        let modulus = 1i128 << self.terms.width(a);
        let apart = Interval { lo: i.lo - j.hi, hi: i.hi - j.lo };
        let mut cases = vec![self.eq(&x, &y)];
        for distance in [modulus, -modulus] {
            if Interval::point(distance).within(apart) {
                let y = self.plus(&y, distance);
                cases.push(self.eq(&x, &y));
            }
        }
        self.query.or(&cases)
    }

    fn power_formula(&mut self, x: Term) -> Expr {
        let p = self.as_signed(x);
        let values = powers_of_two(self.terms.width(x), self.range(&p));
        let cases = values.into_iter().map(|v| self.eq(&p, &Poly::constant(v))).collect::<Vec<_>>();
        self.query.or(&cases)
    }

    /// Equal arguments give equal results.
    pub(in crate::smt) fn congruence(&mut self) {
        let apps = self.apps.clone();
        for (i, (s, f, x)) in apps.iter().enumerate() {
            for (t, g, y) in &apps[i + 1..] {
                if f == g {
                    self.congruent((*s, x), (*t, y));
                }
            }
        }
    }

    fn congruent(&mut self, (s, x): (Term, &Value), (t, y): (Term, &Value)) {
        let pairs = self.terms.children(s).into_iter().zip(self.terms.children(t)).collect::<Vec<_>>();
        let mut equal = vec![];
        for (a, b) in pairs {
            equal.push(if self.terms.width(a) == 1 {
                let (a, b) = (self.formula(a), self.formula(b));
                self.query.iff(a, b)
            } else {
                self.equal(a, b)
            });
        }
        let equal = self.query.and(&equal);
        let same = match (x, y) {
            (Value::Int(x), Value::Int(y)) => self.eq(x, y),
            (Value::Bool(x), Value::Bool(y)) => self.query.iff(*x, *y),
            (Value::Int(_), Value::Bool(_)) | (Value::Bool(_), Value::Int(_)) => return,
        };
        self.require(equal, same);
    }
}
