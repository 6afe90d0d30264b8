//! The smart constructors. Every rewrite preserves [`eval`](Terms::eval) wherever the original is defined.

use super::eval;
use super::integers::BitOp;
use super::node::{BinaryOp, CastOp, CompareOp, Func, Node, Term, Var, Width};
use super::symbols::{FuncKind, PureOp};
use super::terms::Terms;

impl Terms {
    /// The constant `value` (its low `width` bits).
    pub fn constant(&mut self, width: Width, value: u64) -> Term {
        self.intern(Node::Const { width, value: eval::mask(width, value) })
    }

    /// The constant with the signed value `value`.
    pub fn int(&mut self, width: Width, value: i64) -> Term {
        self.constant(width, value as u64)
    }

    pub fn bool(&mut self, value: bool) -> Term {
        self.constant(1, u64::from(value))
    }

    pub fn truth(&mut self) -> Term {
        self.bool(true)
    }

    pub fn falsity(&mut self) -> Term {
        self.bool(false)
    }

    pub fn var(&mut self, var: Var) -> Term {
        self.intern(Node::Var(var))
    }

    pub fn apply(&mut self, func: Func, args: Vec<Term>) -> Term {
        let info = self.func_info(func);
        let width = info.width;
        if let FuncKind::Pure(PureOp::Bits { op, of }) = info.kind
            && let Some(value) = self.at_constants(op, of, &args)
        {
            return self.constant(width, eval::mask(width, value));
        }
        self.intern(Node::Apply(func, args.into()))
    }

    /// The value of an operation on operands of which the first has so many bits, if it is known of these.
    fn at_constants(&self, op: BitOp, of: Width, args: &[Term]) -> Option<u64> {
        let args: Option<Vec<u64>> = args.iter().map(|a| self.as_const(*a)).collect();
        op.at(of, &args?)
    }

    /// The value of a constant.
    #[must_use]
    pub fn as_const(&self, t: Term) -> Option<u64> {
        if let Node::Const { value, .. } = self.node(t) { Some(*value) } else { None }
    }

    /// The value of a constant, read as a signed number.
    #[must_use]
    pub fn as_int(&self, t: Term) -> Option<i64> {
        self.as_const(t).map(|v| eval::signed(self.width(t), v))
    }

    #[must_use]
    pub fn is_true(&self, t: Term) -> bool {
        self.width(t) == 1 && self.as_const(t) == Some(1)
    }

    #[must_use]
    pub fn is_false(&self, t: Term) -> bool {
        self.width(t) == 1 && self.as_const(t) == Some(0)
    }

    pub fn not(&mut self, a: Term) -> Term {
        match *self.node(a) {
            Node::Const { value, .. } => self.bool(value == 0),
            Node::Not(b) => b,
            Node::Var(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Cast(..) | Node::Apply(..) => {
                self.intern(Node::Not(a))
            }
        }
    }

    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.binary(BinaryOp::Add, a, b)
    }
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        self.binary(BinaryOp::Sub, a, b)
    }
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.binary(BinaryOp::Mul, a, b)
    }
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.binary(BinaryOp::And, a, b)
    }
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.binary(BinaryOp::Or, a, b)
    }
    /// Truth values: `¬a ∨ b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let na = self.not(a);
        self.or(na, b)
    }
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.compare(CompareOp::Eq, a, b)
    }
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let e = self.eq(a, b);
        self.not(e)
    }
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.compare(CompareOp::Slt, a, b)
    }
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        self.compare(CompareOp::Sle, a, b)
    }

    pub fn all(&mut self, conjuncts: impl IntoIterator<Item = Term>) -> Term {
        let t = self.truth();
        conjuncts.into_iter().fold(t, |acc, c| self.and(acc, c))
    }

    pub fn any(&mut self, disjuncts: impl IntoIterator<Item = Term>) -> Term {
        let f = self.falsity();
        disjuncts.into_iter().fold(f, |acc, c| self.or(acc, c))
    }

    /// `a op b`, for operands of equal width.
    pub fn binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b), "operands of {op:?} differ in width");
        let w = self.width(a);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b))
            && let Some(v) = eval::binary(op, w, x, y)
        {
            return self.constant(w, v);
        }
        // A constant operand goes to the right; otherwise the operand with the smaller id comes first.
        let commutes = matches!(op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        let swap = commutes && self.as_const(b).is_none() && (self.as_const(a).is_some() || b < a);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let bitwise = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) && w > 1;
        if let (true, Some(p), Some(q)) = (bitwise, self.as_widened(a), self.as_widened(b)) {
            let both = self.binary(op, p, q);
            return self.cast(CastOp::Zext, w, both);
        }
        let folded = match op {
            BinaryOp::Add => self.fold_add(a, b),
            BinaryOp::Sub => self.fold_sub(a, b),
            BinaryOp::Mul => self.fold_mul(a, b),
            BinaryOp::And => self.fold_and(a, b),
            BinaryOp::Or => self.fold_or(a, b),
            BinaryOp::Xor => self.fold_xor(a, b),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.fold_shift(op, a, b),
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => self.fold_division(op, a, b),
        };
        folded.unwrap_or_else(|| self.intern(Node::Binary(op, a, b)))
    }

    /// The truth value of which this is the number.
    fn as_widened(&mut self, t: Term) -> Option<Term> {
        if let Some(n @ (0 | 1)) = self.as_const(t) {
            return Some(self.bool(n == 1));
        }
        let Node::Ite(c, one, zero) = *self.node(t) else { return None };
        (self.as_const(one) == Some(1) && self.as_const(zero) == Some(0)).then_some(c)
    }

    /// `a op b`, a truth value, for operands of equal width.
    pub fn compare(&mut self, op: CompareOp, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b), "operands of {op:?} differ in width");
        let w = self.width(a);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.bool(eval::compare(op, w, x, y));
        }
        if a == b {
            return self.bool(matches!(op, CompareOp::Eq | CompareOp::Ule | CompareOp::Sle));
        }
        if w == 1 && op == CompareOp::Eq {
            let (na, x) = (self.not(a), self.xor_bool(a, b)); // truth values: a = b is ¬(a xor b)
            return if self.as_const(b) == Some(1) {
                a
            } else if self.as_const(b) == Some(0) {
                na
            } else {
                self.not(x)
            };
        }
        // A choice between constants compared with a constant is the condition or its negation.
        for (x, y, left) in [(a, b, true), (b, a, false)] {
            if let Node::Ite(c, p, q) = *self.node(x)
                && self.as_const(y).is_some()
                && self.as_const(p).is_some() | self.as_const(q).is_some()
            {
                let (p, q) = if left {
                    (self.compare(op, p, y), self.compare(op, q, y))
                } else {
                    (self.compare(op, y, p), self.compare(op, y, q))
                };
                return self.ite(c, p, q);
            }
        }
        let (a, b) = if op == CompareOp::Eq && self.as_const(b).is_none() && (self.as_const(a).is_some() || b < a) {
            (b, a)
        } else {
            (a, b)
        };
        self.intern(Node::Compare(op, a, b))
    }

    fn xor_bool(&mut self, a: Term, b: Term) -> Term {
        self.binary(BinaryOp::Xor, a, b)
    }

    /// `c ? a : b`
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b), "branches of a choice differ in width");
        if self.is_true(c) || a == b {
            return a;
        }
        if self.is_false(c) {
            return b;
        }
        if let Node::Not(d) = *self.node(c) {
            return self.ite(d, b, a);
        }
        if self.width(a) == 1 {
            if self.is_true(a) {
                return self.or(c, b);
            }
            if self.is_false(b) {
                return self.and(c, a);
            }
            if self.is_false(a) {
                let nc = self.not(c);
                return self.and(nc, b);
            }
            if self.is_true(b) {
                let nc = self.not(c);
                return self.or(nc, a);
            }
        }
        if let Node::Ite(d, x, _) = *self.node(a)
            && d == c
        {
            return self.ite(c, x, b); // c ? (c ? x : _) : b
        }
        if let Node::Ite(d, _, y) = *self.node(b)
            && d == c
        {
            return self.ite(c, a, y); // c ? a : (c ? _ : y)
        }
        self.intern(Node::Ite(c, a, b))
    }

    /// `t` converted to `width` bits; the result of `Trunc` to 1 bit is the lowest bit.
    pub fn cast(&mut self, op: CastOp, width: Width, t: Term) -> Term {
        let from = self.width(t);
        if from == width {
            return t;
        }
        if let Some(v) = self.as_const(t) {
            return self.constant(width, eval::cast(op, from, width, v));
        }
        if from == 1 && op != CastOp::Trunc {
            let one = self.int(width, if op == CastOp::Zext { 1 } else { -1 });
            let zero = self.constant(width, 0);
            return self.ite(t, one, zero);
        }
        if op == CastOp::Trunc
            && let Some(field) = self.field(t, 0, width)
        {
            return self.cast(op, width, field);
        }
        match *self.node(t) {
            // A cast moves into a choice that has a constant branch.
            Node::Ite(c, a, b) if self.as_const(a).is_some() || self.as_const(b).is_some() => {
                let (a, b) = (self.cast(op, width, a), self.cast(op, width, b));
                self.ite(c, a, b)
            }
            Node::Cast(CastOp::Zext, _, x) if op != CastOp::Trunc => self.cast(CastOp::Zext, width, x),
            Node::Cast(CastOp::Sext, _, x) if op == CastOp::Sext => self.cast(CastOp::Sext, width, x),
            Node::Cast(CastOp::Trunc, _, x) if op == CastOp::Trunc => self.cast(CastOp::Trunc, width, x),
            // trunc(ext x): what is left of x, or a shorter extension of it.
            Node::Cast(inner, _, x) if op == CastOp::Trunc => {
                let op = if self.width(x) >= width { CastOp::Trunc } else { inner };
                self.cast(op, width, x)
            }
            Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => self.intern(Node::Cast(op, width, t)),
        }
    }
}
