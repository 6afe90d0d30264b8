//! Terms to expressions, for [`infer`](crate::map::infer()).
//!
//! An expression stands for the term's value read as a signed number. Sums, products and left shifts are written as if they
//! did not wrap, as the solver assumes; everything else is exact, or an unknown function where it would not be readable.

use crate::map::ast::{BinaryOp, Expr, Name, UnaryOp, UnknownDecl};
use crate::map::grammar;
use crate::term::{self, CastOp, CompareOp, Func, Interval, Intervals, Node, Sharing, Term, Terms, Var, Width};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The most nodes of an expression; what is below becomes an unknown function of its variables.
const LARGEST: usize = 160;

/// Names for the symbols of a kernel, and the unknown functions that were needed.
pub(super) struct Phrases<'k> {
    pub(super) terms: &'k Terms,
    pub(super) intervals: Intervals,
    taken: BTreeSet<String>,
    vars: FxHashMap<Var, String>,
    funcs: FxHashMap<Func, String>,
    elided: FxHashMap<Term, Expr>,
    sizes: FxHashMap<Term, usize>,
    pub(super) unknowns: Vec<UnknownDecl>,
    /// What a loop variable stands for, innermost last.
    pub(super) known: Vec<(Term, Expr)>,
    /// The variables that were named.
    pub(super) used: BTreeSet<Var>,
}

impl<'k> Phrases<'k> {
    pub(super) fn new(terms: &'k Terms) -> Self {
        Phrases {
            terms,
            intervals: Intervals::new(),
            taken: BTreeSet::new(),
            vars: FxHashMap::default(),
            funcs: FxHashMap::default(),
            elided: FxHashMap::default(),
            sizes: FxHashMap::default(),
            unknowns: vec![],
            known: vec![],
            used: BTreeSet::new(),
        }
    }

    /// A name made of `wish` that nothing else has.
    pub(super) fn fresh(&mut self, wish: &str) -> String {
        let words = |c: char| if c.is_ascii_alphanumeric() || c == '_' || c == '.' { c } else { '_' };
        let mut base: String = wish.chars().map(words).collect();
        if !grammar::is_name(&base) {
            base = base.replace('.', "_");
        }
        if !grammar::is_name(&base) {
            base.insert(0, '_');
        }
        let mut name = base.clone();
        let mut number = 1;
        while grammar::is_reserved(&name) || grammar::builtin(&name).is_some() || !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{base}_{number}");
        }
        name
    }

    pub(super) fn var(&mut self, var: Var) -> String {
        self.used.insert(var);
        if let Some(name) = self.vars.get(&var) {
            return name.clone();
        }
        let wish = self.terms.var_info(var).name.clone();
        let launch = grammar::LAUNCH.contains(&wish.as_str());
        let name = if launch { wish } else { self.fresh(&wish) };
        self.vars.insert(var, name.clone());
        name
    }

    /// `t` as a condition or number.
    pub(super) fn expr(&mut self, t: Term) -> Expr {
        if let Some((_, known)) = self.known.iter().rev().find(|(k, _)| *k == t) {
            return known.clone();
        }
        if self.size(t) > LARGEST {
            return self.elide(t);
        }
        let width = self.terms.width(t);
        match *self.terms.node(t) {
            Node::Const { width: 1, value } => Expr::Bool(value != 0),
            Node::Const { value, .. } => Expr::Int(term::signed(width, value)),
            Node::Var(v) => Expr::name(self.var(v)),
            Node::Not(a) => self.negation(a),
            Node::Binary(op, a, b) => self.binary(op, t, a, b),
            Node::Compare(op, a, b) => self.compare(op, a, b),
            Node::Ite(c, a, b) => {
                let [c, a, b] = [c, a, b].map(|t| Box::new(self.expr(t)));
                Expr::Choice(c, a, b)
            }
            Node::Cast(op, to, a) => self.cast(op, to, a),
            Node::Apply(func, ref args) => {
                let args = args.iter().map(|a| self.expr(*a)).collect::<Vec<_>>();
                let name = self.func(func, args.len());
                Expr::Call(Name::new(name), args)
            }
        }
    }

    pub(super) fn interval(&mut self, t: Term) -> Interval {
        self.intervals.of(self.terms, t)
    }

    /// Nodes of `t` written out as a tree.
    fn size(&mut self, t: Term) -> usize {
        if let Some(size) = self.sizes.get(&t) {
            return *size;
        }
        for sub in self.terms.reachable(&[t]) {
            let children = self.terms.children(sub);
            let size = children.iter().fold(1usize, |n, c| n.saturating_add(self.sizes.get(c).copied().unwrap_or(1)));
            self.sizes.insert(sub, size);
        }
        self.sizes.get(&t).copied().unwrap_or(usize::MAX)
    }

    /// An unknown function of the term's variables.
    pub(super) fn elide(&mut self, t: Term) -> Expr {
        if let Some(done) = self.elided.get(&t) {
            return done.clone();
        }
        let vars = self.terms.vars_of(&[t]);
        let args = vars.into_iter().map(|v| Expr::name(self.var(v))).collect::<Vec<_>>();
        let name = Name::new(self.fresh("elided"));
        self.unknowns.push(UnknownDecl { name: name.clone(), arity: args.len(), sharing: Sharing::Thread });
        let call = Expr::Call(name, args);
        self.elided.insert(t, call.clone());
        call
    }

    fn func(&mut self, func: Func, arity: usize) -> String {
        if let Some(name) = self.funcs.get(&func) {
            return name.clone();
        }
        let info = self.terms.func_info(func).clone();
        let name = self.fresh(&info.name);
        self.unknowns.push(UnknownDecl { name: Name::new(name.clone()), arity, sharing: info.sharing });
        self.funcs.insert(func, name.clone());
        name
    }

    fn negation(&mut self, a: Term) -> Expr {
        let inner = self.expr(a);
        let turned = |op| match op {
            BinaryOp::Lt => Some(BinaryOp::Ge),
            BinaryOp::Le => Some(BinaryOp::Gt),
            BinaryOp::Gt => Some(BinaryOp::Le),
            BinaryOp::Ge => Some(BinaryOp::Lt),
            BinaryOp::Eq => Some(BinaryOp::Ne),
            BinaryOp::Ne => Some(BinaryOp::Eq),
            BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::And
            | BinaryOp::Xor
            | BinaryOp::Or
            | BinaryOp::Both
            | BinaryOp::Either => None,
        };
        match inner {
            Expr::Binary(op, a, b) if turned(op).is_some() => Expr::Binary(turned(op).unwrap_or(op), a, b),
            other => Expr::Unary(UnaryOp::Not, Box::new(other)),
        }
    }

    fn natural(&mut self, t: Term) -> bool {
        self.interval(t).lo >= 0
    }

    fn binary(&mut self, op: term::BinaryOp, t: Term, a: Term, b: Term) -> Expr {
        use term::BinaryOp as Op;
        let width = self.terms.width(t);
        let naturals = self.natural(a) && self.natural(b);
        let (x, y) = (self.expr(a), self.expr(b));
        let plain = |op| Expr::binary(op, x.clone(), y.clone());
        match op {
            Op::Add => {
                let sum = sum(x, y);
                if self.intervals.may_wrap(self.terms, t) { signed(width, sum) } else { sum }
            }
            Op::Mul => {
                let product = plain(BinaryOp::Mul);
                if self.intervals.may_wrap(self.terms, t) { signed(width, product) } else { product }
            }
            Op::Sub => {
                let (p, q) = (self.interval(a), self.interval(b));
                let full = Interval::full(width);
                let fits = p.lo - q.hi >= full.lo && p.hi - q.lo <= full.hi;
                if fits { plain(BinaryOp::Sub) } else { signed(width, plain(BinaryOp::Sub)) }
            }
            Op::Shl => plain(BinaryOp::Shl),
            Op::AShr => plain(BinaryOp::Shr),
            Op::SDiv => plain(BinaryOp::Div),
            Op::SRem => plain(BinaryOp::Rem),
            Op::UDiv if naturals => plain(BinaryOp::Div),
            Op::URem if naturals => plain(BinaryOp::Rem),
            Op::LShr if naturals => plain(BinaryOp::Shr),
            // A number without a sign, as its interval is.
            Op::UDiv if width < 64 => Expr::binary(BinaryOp::Div, unsigned(width, x), unsigned(width, y)),
            Op::URem if width < 64 => {
                signed(width, Expr::binary(BinaryOp::Rem, unsigned(width, x), unsigned(width, y)))
            }
            Op::LShr if width < 64 => signed(width, Expr::binary(BinaryOp::Shr, unsigned(width, x), y)),
            Op::UDiv => call("udiv", x, y),
            Op::URem => call("urem", x, y),
            Op::LShr => call("lshr", x, y),
            Op::And if width == 1 => plain(BinaryOp::Both),
            Op::Or if width == 1 => plain(BinaryOp::Either),
            Op::Xor if width == 1 => plain(BinaryOp::Ne),
            Op::And => plain(BinaryOp::And),
            Op::Or => plain(BinaryOp::Or),
            Op::Xor => plain(BinaryOp::Xor),
        }
    }

    fn compare(&mut self, op: CompareOp, a: Term, b: Term) -> Expr {
        let width = self.terms.width(a);
        let naturals = self.natural(a) && self.natural(b);
        let (x, y) = (self.expr(a), self.expr(b));
        match op {
            CompareOp::Eq => Expr::binary(BinaryOp::Eq, x, y),
            CompareOp::Slt => Expr::binary(BinaryOp::Lt, x, y),
            CompareOp::Sle => Expr::binary(BinaryOp::Le, x, y),
            CompareOp::Ult if naturals => Expr::binary(BinaryOp::Lt, x, y),
            CompareOp::Ule if naturals => Expr::binary(BinaryOp::Le, x, y),
            CompareOp::Ult if width < 64 => Expr::binary(BinaryOp::Lt, unsigned(width, x), unsigned(width, y)),
            CompareOp::Ule if width < 64 => Expr::binary(BinaryOp::Le, unsigned(width, x), unsigned(width, y)),
            CompareOp::Ult => call("ult", x, y),
            CompareOp::Ule => call("ule", x, y),
        }
    }

    fn cast(&mut self, op: CastOp, to: Width, a: Term) -> Expr {
        let (from, known) = (self.terms.width(a), self.interval(a));
        let x = self.expr(a);
        let full = Interval::full(to);
        match op {
            CastOp::Sext => x,
            CastOp::Zext if known.lo >= 0 => x,
            CastOp::Zext => unsigned(from, x),
            CastOp::Trunc if to == 1 => Expr::binary(BinaryOp::And, x, Expr::Int(1)),
            CastOp::Trunc if full.lo <= known.lo && known.hi <= full.hi => x,
            CastOp::Trunc => signed(to, x),
        }
    }
}

fn call(name: &str, a: Expr, b: Expr) -> Expr {
    Expr::Call(Name::new(name), vec![a, b])
}

/// `a + b`, written as a difference where `b` is negative.
pub(super) fn sum(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (Expr::Int(0), other) | (other, Expr::Int(0)) => other,
        (Expr::Int(a), Expr::Int(b)) if a.checked_add(b).is_some() => Expr::Int(a.wrapping_add(b)),
        (a, Expr::Int(c)) if c < 0 && c > i64::MIN => Expr::binary(BinaryOp::Sub, a, Expr::Int(-c)),
        (a, Expr::Binary(BinaryOp::Mul, b, minus)) if *minus == Expr::Int(-1) => Expr::binary(BinaryOp::Sub, a, *b),
        (Expr::Binary(BinaryOp::Mul, b, minus), a) if *minus == Expr::Int(-1) => Expr::binary(BinaryOp::Sub, a, *b),
        (a, Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), b, c)) => {
            let first = sum(a, *b);
            if op == BinaryOp::Add { sum(first, *c) } else { Expr::binary(BinaryOp::Sub, first, *c) }
        }
        (a, b) => Expr::binary(BinaryOp::Add, a, b),
    }
}

/// `a * b`.
pub(super) fn product(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (Expr::Int(1), other) | (other, Expr::Int(1)) => other,
        (Expr::Int(0), _) | (_, Expr::Int(0)) => Expr::Int(0),
        (Expr::Int(a), Expr::Int(b)) if a.checked_mul(b).is_some() => Expr::Int(a.wrapping_mul(b)),
        (a, b) => Expr::binary(BinaryOp::Mul, a, b),
    }
}

/// The lowest `width` bits, read as a signed number.
fn signed(width: Width, x: Expr) -> Expr {
    match width {
        8 | 16 | 32 => Expr::Call(Name::new(format!("i{width}")), vec![x]),
        64 => x,
        _ => {
            let shift = Expr::Int(i64::from(64 - width.min(64)));
            let up = Expr::binary(BinaryOp::Shl, x, shift.clone());
            Expr::binary(BinaryOp::Shr, up, shift)
        }
    }
}

/// The lowest `width` bits, read as an unsigned number.
fn unsigned(width: Width, x: Expr) -> Expr {
    match width {
        8 | 16 | 32 => Expr::Call(Name::new(format!("u{width}")), vec![x]),
        64 => x,
        _ => Expr::binary(BinaryOp::And, x, Expr::Int((1i64 << width.min(62)) - 1)),
    }
}
