//! Terms as bit-vectors (docs/design.md section 6, step 2), for real bit operations and where the integers do not decide.
//!
//! **Invariant:** exact where [`eval`](Terms::eval) is defined; what it leaves undefined has SMT-LIB's meaning. Whether
//! operations wrap is said apart, in [`Encoded::fits`].

use super::facts::{certain, read_as_signed, unsigned_only};
use super::formula::{Expr, Label, Query, Shape, Sort, Sym};
use crate::term::{
    Arithmetic, BinaryOp, BitOp, CastOp, CompareOp, Func, FuncKind, Intervals, Node, PureOp, Term, Terms, Var, Width,
};
use rustc_hash::FxHashMap;

#[derive(Debug)]
pub(super) struct Encoded {
    pub(super) query: Query,
    /// That index arithmetic does not wrap, for every operation whose value matters in any case.
    pub(super) fits: Vec<Expr>,
    /// That nothing undefined is done in any case: true of models that evaluate, no part of proofs.
    pub(super) defined: Vec<Expr>,
    pub(super) vars: Vec<(Var, Sym)>,
    pub(super) apps: Vec<(Term, Func, Sym)>,
}

struct Encoder<'a> {
    terms: &'a Terms,
    intervals: Intervals,
    done: FxHashMap<Term, Expr>,
    out: Encoded,
}

/// Encodes flat facts, each asserted, with the bounds of their variables.
pub(super) fn encode(terms: &Terms, facts: &[Term], intervals: Intervals) -> Encoded {
    let out = Encoded { query: Query::default(), fits: vec![], defined: vec![], vars: vec![], apps: vec![] };
    let mut encoder = Encoder { terms, intervals, done: FxHashMap::default(), out };
    for t in terms.reachable(facts) {
        let e = encoder.node(t);
        encoder.done.insert(t, e);
    }
    for fact in facts {
        let e = encoder.get(*fact);
        encoder.out.query.assert(e);
    }
    encoder.congruence();
    encoder.fits(facts);
    encoder.out
}

impl Encoder<'_> {
    fn get(&mut self, t: Term) -> Expr {
        match self.done.get(&t) {
            Some(e) => *e,
            None => self.out.query.bool(true), // children come first, so this does not happen
        }
    }

    fn symbol(&mut self, label: impl Into<Label>, width: Width) -> (Sym, Expr) {
        let query = &mut self.out.query;
        let sort = if width == 1 { Sort::Bool } else { Sort::Bits(width) };
        let s = query.symbol(label, sort);
        (s, query.intern(Shape::Sym(s)))
    }

    fn constant(&mut self, width: Width, value: u64) -> Expr {
        self.out.query.intern(Shape::Bits { width, value: crate::term::mask(width, value) })
    }

    fn node(&mut self, t: Term) -> Expr {
        let width = self.terms.width(t);
        match self.terms.node(t).clone() {
            Node::Const { width: 1, value } => self.out.query.bool(value != 0),
            Node::Const { width, value } => self.constant(width, value),
            Node::Var(v) => self.var(v, width),
            Node::Not(a) => {
                let a = self.get(a);
                self.out.query.not(a)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.get(a), self.get(b));
                if width == 1 { self.connective(op, a, b) } else { self.out.query.intern(Shape::BitsBinary(op, a, b)) }
            }
            Node::Compare(op, a, b) => {
                let narrow = self.terms.width(a) == 1;
                let (a, b) = (self.get(a), self.get(b));
                if narrow { self.compare_truth(op, a, b) } else { self.compare(op, a, b) }
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.get(c), self.get(a), self.get(b));
                let query = &mut self.out.query;
                if width == 1 { query.choose(c, a, b) } else { query.intern(Shape::BitsIte(c, a, b)) }
            }
            Node::Cast(op, to, a) => {
                let from = self.terms.width(a);
                let a = self.get(a);
                let cast = self.out.query.intern(Shape::BitsCast(op, to, a, from));
                if to > 1 {
                    return cast;
                }
                let one = self.constant(1, 1);
                self.compare(CompareOp::Eq, cast, one)
            }
            Node::Apply(func, args) => {
                if let ([a], FuncKind::Pure(PureOp::Bits { op: BitOp::ReversedBits, of })) =
                    (&args[..], &self.terms.func_info(func).kind)
                    && *of == width
                    && width.is_power_of_two()
                {
                    return self.reversed(*a, width);
                }
                let (s, e) = self.symbol(Label::of_func(self.terms, func), width);
                self.out.apps.push((t, func, s));
                e
            }
        }
    }

    /// The bits of a number in reverse order: neighbours are exchanged, then pairs of bits, and so on.
    fn reversed(&mut self, a: Term, width: Width) -> Expr {
        let mut e = self.get(a);
        let mut by = width / 2;
        while by > 0 {
            // Every other group of so many bits, the lowest first.
            let mask = (0..width).filter(|bit| (bit / by).is_multiple_of(2)).fold(0, |mask, bit| mask | 1u64 << bit);
            let (mask, distance) = (self.constant(width, mask), self.constant(width, by.into()));
            let mut put = |op, a, b| self.out.query.intern(Shape::BitsBinary(op, a, b));
            let (low, up) = (put(BinaryOp::And, e, mask), put(BinaryOp::LShr, e, distance));
            let (high, low) = (put(BinaryOp::And, up, mask), put(BinaryOp::Shl, low, distance));
            e = put(BinaryOp::Or, high, low);
            by /= 2;
        }
        e
    }

    fn compare(&mut self, op: CompareOp, a: Expr, b: Expr) -> Expr {
        self.out.query.intern(Shape::BitsCompare(op, a, b))
    }

    fn var(&mut self, v: Var, width: Width) -> Expr {
        let (s, e) = self.symbol(Label::of_var(self.terms, v), width);
        self.out.vars.push((v, s));
        if let (Some((lo, hi)), true) = (self.terms.var_info(v).bounds, width > 1) {
            let (lo, hi) = (self.constant(width, lo as u64), self.constant(width, hi as u64));
            for (a, b) in [(lo, e), (e, hi)] {
                let bound = self.compare(CompareOp::Sle, a, b);
                self.out.query.assert(bound);
            }
        }
        e
    }

    fn connective(&mut self, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let query = &mut self.out.query;
        match op {
            BinaryOp::And | BinaryOp::Mul => query.and(&[a, b]),
            BinaryOp::Or => query.or(&[a, b]),
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => {
                let same = query.iff(a, b);
                query.not(same)
            }
            BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => self.symbol("free", 1).1,
        }
    }

    fn compare_truth(&mut self, op: CompareOp, a: Expr, b: Expr) -> Expr {
        let query = &mut self.out.query;
        let (na, nb) = (query.not(a), query.not(b));
        match op {
            CompareOp::Eq => query.iff(a, b),
            CompareOp::Ult => query.and(&[na, b]),
            CompareOp::Ule => query.or(&[na, b]),
            CompareOp::Slt => query.and(&[a, nb]),
            CompareOp::Sle => query.or(&[a, nb]),
        }
    }

    fn equal(&mut self, a: Term, b: Term) -> Expr {
        let truth = self.terms.width(a) == 1;
        let (a, b) = (self.get(a), self.get(b));
        if truth { self.out.query.iff(a, b) } else { self.compare(CompareOp::Eq, a, b) }
    }

    /// Equal arguments give equal results.
    fn congruence(&mut self) {
        let apps = self.out.apps.clone();
        for (i, (s, f, _)) in apps.iter().enumerate() {
            for (t, _, _) in apps[i + 1..].iter().filter(|(_, g, _)| f == g) {
                let pairs = self.terms.children(*s).into_iter().zip(self.terms.children(*t)).collect::<Vec<_>>();
                let equal = pairs.into_iter().map(|(a, b)| self.equal(a, b)).collect::<Vec<_>>();
                let (equal, same) = (self.out.query.and(&equal), self.equal(*s, *t));
                let implied = self.out.query.implies(equal, same);
                self.out.query.assert(implied);
            }
        }
    }

    /// Collects the conditions for the operations that are evaluated in any case.
    fn fits(&mut self, facts: &[Term]) {
        let certain = certain(self.terms, facts);
        let signed = read_as_signed(self.terms, &certain);
        let mut certain = certain.into_iter().collect::<Vec<_>>();
        certain.sort_unstable();
        for t in certain {
            let width = self.terms.width(t);
            let unsigned = unsigned_only(self.terms, &mut self.intervals, &signed, t);
            if self.terms.is_kept(t) && self.intervals.may_leave(self.terms, t) {
                let fits = self.fit(t, unsigned);
                self.out.fits.push(fits);
            }
            let Node::Binary(op, _, b) = *self.terms.node(t) else { continue };
            let by = self.get(b);
            match op {
                BinaryOp::Add | BinaryOp::Mul if width >= 32 && self.intervals.may_leave(self.terms, t) => {
                    let fits = self.fit(t, unsigned);
                    self.out.fits.push(fits);
                }
                BinaryOp::Shl
                    if width > 1 && !self.intervals.may_wrap(self.terms, t) && !self.terms.shifts_constant(t) =>
                {
                    let limit = self.constant(width, width.into());
                    let below = self.compare(CompareOp::Ult, by, limit);
                    self.out.fits.push(below);
                }
                BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem if width > 1 => {
                    let zero = self.constant(width, 0);
                    let undefined = self.compare(CompareOp::Eq, by, zero);
                    let defined = self.out.query.not(undefined);
                    self.out.defined.push(defined);
                }
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::UDiv
                | BinaryOp::SDiv
                | BinaryOp::URem
                | BinaryOp::SRem
                | BinaryOp::Shl
                | BinaryOp::LShr
                | BinaryOp::AShr
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor => {}
            }
        }
    }

    /// The result lies in the window of signed or unsigned numbers (see [`Arithmetic`]).
    fn fit(&mut self, t: Term, unsigned: bool) -> Expr {
        let width = self.terms.width(t);
        let bits = if unsigned { width + 1 } else { width };
        let wide = self.terms.children(t).into_iter().any(|a| self.terms.arithmetic(a) == Arithmetic::Wide);
        let more = match *self.terms.node(t) {
            Node::Binary(BinaryOp::Mul, _, factor) => {
                let size = self.terms.as_int(factor).map_or(width, |f| 64 - f.unsigned_abs().leading_zeros() as Width);
                size.min(width) + 2
            }
            _ if wide => width + 2,
            _ => 2,
        };
        let whole = if let Node::Cast(_, _, whole) = *self.terms.node(t) { whole } else { t };
        let long = self.terms.width(whole) + more;
        let exact = self.exact(whole, long);
        let query = &mut self.out.query;
        let cut = query.intern(Shape::BitsCast(CastOp::Trunc, bits, exact, long));
        let back = query.intern(Shape::BitsCast(CastOp::Sext, long, cut, bits));
        query.intern(Shape::BitsCompare(CompareOp::Eq, back, exact))
    }

    /// A sum or product in more bits, with the numbers that represent its operands (see [`Arithmetic`]). Those of unsigned
    /// ones fit into one bit more, as they are taken to or are known to.
    fn exact(&mut self, t: Term, long: Width) -> Expr {
        let Node::Binary(op @ (BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl), a, b) = *self.terms.node(t) else {
            return self.widened(t, long);
        };
        let parts = [a, b].map(|a| match self.terms.arithmetic(a) {
            _ if self.intervals.may_wrap(self.terms, a) => self.widened(a, long),
            _ if self.terms.is_kept(a) => self.kept(a, long),
            Arithmetic::Signed | Arithmetic::Modular => self.widened(a, long),
            _ if self.terms.arithmetic(t) == Arithmetic::Signed && self.intervals.leaves_signed(self.terms, a) => {
                self.widened(a, long)
            }
            Arithmetic::Unsigned if self.terms.shifts_constant(a) => {
                let (e, width) = (self.get(a), self.terms.width(a));
                self.out.query.intern(Shape::BitsCast(CastOp::Zext, long, e, width))
            }
            Arithmetic::Unsigned | Arithmetic::Wide => self.exact(a, long),
        });
        self.out.query.intern(Shape::BitsBinary(op, parts[0], parts[1]))
    }

    /// What is kept of a number, which it is taken to fit.
    fn kept(&mut self, t: Term, long: Width) -> Expr {
        let Node::Cast(_, _, whole) = *self.terms.node(t) else { return self.widened(t, long) };
        let (e, width) = (self.get(whole), self.terms.width(whole));
        let op = if long > width { CastOp::Sext } else { CastOp::Trunc };
        self.out.query.intern(Shape::BitsCast(op, long, e, width))
    }

    fn widened(&mut self, t: Term, long: Width) -> Expr {
        let (e, width) = (self.get(t), self.terms.width(t));
        self.out.query.intern(Shape::BitsCast(CastOp::Sext, long, e, width))
    }
}
