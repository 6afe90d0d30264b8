//! Numbers that all threads share, as polynomials in parameters and dimensions: as C++ writes them, and as terms.

use super::meant::is_number;
use super::sums::uncast;
use crate::smt::gcd;
use crate::term::{BinaryOp, CastOp, Node, Term, Terms, VarKind};
use std::collections::BTreeMap;

/// The most summands: `(a + b) * (c + d)` has four.
const MOST: usize = 8;

/// A sum of products: what is multiplied, in order, with its coefficient. The empty product is 1.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Shared {
    summands: BTreeMap<Vec<Term>, i64>,
}

impl Shared {
    pub(super) fn constant(c: i64) -> Shared {
        Shared { summands: (c != 0).then_some((vec![], c)).into_iter().collect() }
    }

    /// The number that a term is, casts left out; nothing if it differs between threads, or is too long.
    pub(super) fn of(terms: &Terms, t: Term) -> Option<Shared> {
        let t = uncast(terms, t);
        if let Some(c) = terms.as_int(t) {
            return Some(Shared::constant(c));
        }
        if !terms.is_shared(t) {
            return None;
        }
        let atom = Shared { summands: [(vec![t], 1)].into() };
        let Node::Binary(op, a, b) = *terms.node(t) else { return Some(atom) };
        let both = || Some((Shared::of(terms, a)?, Shared::of(terms, b)?));
        match op {
            BinaryOp::Add => both().and_then(|(a, b)| a.plus(&b, 1)),
            BinaryOp::Sub => both().and_then(|(a, b)| a.plus(&b, -1)),
            BinaryOp::Mul => both().and_then(|(a, b)| a.times(&b)),
            BinaryOp::Shl => {
                let by = terms.as_const(b).and_then(|by| 1i64.checked_shl(by.try_into().ok()?));
                by.map_or(Some(atom), |by| Shared::of(terms, a)?.times(&Shared::constant(by)))
            }
            BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => Some(atom),
        }
    }

    /// `self + by * other`.
    pub(super) fn plus(&self, other: &Shared, by: i64) -> Option<Shared> {
        let mut sum = self.clone();
        for (factors, coefficient) in &other.summands {
            sum.add(factors.clone(), coefficient.checked_mul(by)?)?;
        }
        (sum.summands.len() <= MOST).then_some(sum)
    }

    pub(super) fn times(&self, other: &Shared) -> Option<Shared> {
        let mut product = Shared::default();
        for (a, x) in &self.summands {
            for (b, y) in &other.summands {
                let mut factors = [&a[..], b].concat();
                factors.sort_unstable();
                product.add(factors, x.checked_mul(*y)?)?;
            }
        }
        (product.summands.len() <= MOST).then_some(product)
    }

    /// Whether it is another one divided by a constant, which is no more than that if that is not negative.
    pub(super) fn is_part_of(&self, terms: &Terms, whole: &Shared) -> bool {
        let Some((factors, 1)) = self.summands.iter().next().filter(|_| self.summands.len() == 1) else { return false };
        let [part] = factors[..] else { return false };
        let Node::Binary(BinaryOp::UDiv | BinaryOp::SDiv, of, by) = *terms.node(part) else { return false };
        terms.as_int(by).is_some_and(|by| by > 0) && Shared::of(terms, of).as_ref() == Some(whole)
    }

    /// What is left of both where they have a product in common, all positive: of `n` and `n - 16 * k` that is `16 * k` and 0, said of `k`;
    /// nothing if they have none.
    pub(super) fn without(&self, other: &Shared) -> Option<[Shared; 2]> {
        let has = |(factors, _): (&Vec<Term>, &i64)| !factors.is_empty() && other.summands.contains_key(factors);
        if !self.summands.iter().any(has) {
            return None;
        }
        let rest = self.plus(other, -1)?;
        let by = rest.summands.values().fold(0, |by, c| gcd(by, i128::from(*c)));
        let by = i64::try_from(by).ok().filter(|by| *by > 0)?;
        let part = |sign: i64| {
            let of_sign = rest.summands.iter().filter(|(_, c)| **c * sign > 0);
            Shared { summands: of_sign.map(|(factors, c)| (factors.clone(), c * sign / by)).collect() }
        };
        Some([part(1), part(-1)])
    }

    fn add(&mut self, factors: Vec<Term>, coefficient: i64) -> Option<()> {
        let known = self.summands.entry(factors.clone()).or_insert(0);
        *known = known.checked_add(coefficient)?;
        if *known == 0 {
            self.summands.remove(&factors);
        }
        Some(())
    }

    pub(super) fn as_constant(&self) -> Option<i64> {
        match self.summands.iter().next() {
            None => Some(0),
            Some((factors, c)) => (self.summands.len() == 1 && factors.is_empty()).then_some(*c),
        }
    }

    /// The factors of the one product that it is, and what that is multiplied by; nothing if it is a number or a sum.
    pub(super) fn as_product(&self) -> Option<(Vec<Shared>, i64)> {
        let (factors, coefficient) = self.summands.iter().next().filter(|_| self.summands.len() == 1)?;
        let factor = |t: &Term| Shared { summands: [(vec![*t], 1)].into() };
        (!factors.is_empty()).then(|| (factors.iter().map(factor).collect(), *coefficient))
    }

    /// The name of the one dimension that it is, which C++ compares with numbers as it is.
    pub(super) fn as_dimension(&self, terms: &Terms) -> Option<String> {
        let (factors, 1) = self.summands.iter().next()? else { return None };
        let ([only], 1) = (factors.as_slice(), self.summands.len()) else { return None };
        dimension(terms, *only)
    }

    /// Whether C++ writes it as a sum or a difference.
    pub(super) fn is_sum(&self) -> bool {
        self.summands.len() > 1
    }

    /// In C++; nothing if a part of it has no name there.
    pub(super) fn text(&self, terms: &Terms) -> Option<String> {
        if self.summands.is_empty() {
            return Some("0".to_owned());
        }
        // As a person writes it: what is added first, numbers last.
        let mut summands: Vec<(&Vec<Term>, &i64)> = self.summands.iter().collect();
        summands.sort_by_key(|(factors, c)| (factors.is_empty(), **c < 0));
        let mut text = String::new();
        for (factors, c) in summands {
            let mut parts = factors.iter().map(|t| name(terms, *t)).collect::<Option<Vec<String>>>()?;
            let size = c.unsigned_abs();
            if size != 1 || parts.is_empty() {
                parts.insert(0, size.to_string());
            }
            text += match (text.is_empty(), *c < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text += &parts.join(" * ");
        }
        Some(text)
    }

    /// As a number of 64 bits.
    pub(super) fn term(&self, terms: &mut Terms) -> Term {
        let mut sum = terms.constant(64, 0);
        for (factors, c) in &self.summands {
            let mut product = terms.int(64, *c);
            for t in factors {
                let unsigned = matches!(*terms.node(*t), Node::Var(v) if terms.is_unsigned(v));
                let op = if unsigned || dimension(terms, *t).is_some() { CastOp::Zext } else { CastOp::Sext };
                let factor = terms.cast(op, 64, *t);
                product = terms.mul(product, factor);
            }
            sum = terms.add(sum, product);
        }
        sum
    }
}

/// `blockDim.x` and the like.
fn dimension(terms: &Terms, t: Term) -> Option<String> {
    let Node::Var(v) = *terms.node(t) else { return None };
    match terms.var_info(v).kind {
        VarKind::BlockDim(axis) => Some(format!("blockDim.{}", axis.letter())),
        VarKind::GridDim(axis) => Some(format!("gridDim.{}", axis.letter())),
        VarKind::ThreadIdx(_)
        | VarKind::BlockIdx(_)
        | VarKind::ClusterRank
        | VarKind::ClusterDim(_)
        | VarKind::Param
        | VarKind::Counter
        | VarKind::Local => None,
    }
}

/// What C++ calls a factor, for signed arithmetic.
fn name(terms: &Terms, t: Term) -> Option<String> {
    if let Some(text) = dimension(terms, t) {
        return Some(format!("(int){text}"));
    }
    match *terms.node(t) {
        Node::Var(v) => is_number(terms, v).then(|| terms.written(v).to_owned()),
        Node::Binary(op, a, b) => {
            let by = terms.as_const(b)?;
            let (sign, by) = match op {
                BinaryOp::UDiv | BinaryOp::SDiv => ("/", by),
                BinaryOp::URem | BinaryOp::SRem => ("%", by),
                BinaryOp::LShr | BinaryOp::AShr => ("/", 1u64.checked_shl(by.try_into().ok()?)?),
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::Shl
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor => return None,
            };
            let of = Shared::of(terms, a)?;
            let text = of.text(terms)?;
            Some(if of.is_sum() { format!("(({text}) {sign} {by})") } else { format!("({text} {sign} {by})") })
        }
        Node::Const { .. } | Node::Not(_) | Node::Compare(..) | Node::Ite(..) | Node::Cast(..) | Node::Apply(..) => {
            None
        }
    }
}
