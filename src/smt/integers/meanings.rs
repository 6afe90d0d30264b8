//! What symbols mean in terms of others: a remainder is what the quotient leaves, `e - d·q`; a number that is not negative is the
//! same read as unsigned; the quotient of what the divisor visibly divides is the other factor.
//!
//! So the parts of a number that was divided make it again when they are put together, whatever the divisors are:
//!
//! ```text
//! k = i % M;  j = (i - k) / M % N;  h = (i - M·j - k) / (N·M);    N·M·h + M·j + k = i
//! ```
//!
//! for `i - k = M·(i / M)`, of which the quotient by M is `i / M`; and so on from the inside out.
//!
//! **Invariant:** every lemma holds for all integers, with a product's symbol read as the product: it is said where the divisors
//! are not 0.

use super::encode::Encoder;
use super::normalise::{Monomial, Poly};
use crate::smt::formula::{Arithmetic, Expr, Lin, Sym};
use std::collections::{BTreeMap, BTreeSet};

/// Longer sums are of no use.
const LONGEST: usize = 64;
/// How often quotients are looked for that others give a meaning.
const ROUNDS: usize = 4;
/// The most equations that are looked at.
const EQUATIONS: usize = 8;

/// What a symbol is, where all of some conditions hold.
struct Meaning {
    conditions: Vec<Expr>,
    is: Poly,
}

type Meanings = BTreeMap<Sym, Meaning>;

/// A division as it was encoded.
pub(super) struct Division {
    pub(super) dividend: Poly,
    pub(super) divisor: Poly,
    pub(super) quotient: Poly,
    pub(super) remainder: Poly,
    /// It rounds towards 0, and its divisor may be negative. One that rounds down is defined for positive divisors only.
    pub(super) to_zero: bool,
}

/// Asserts what symbols that have a meaning are, and that products and equations are the same with the meanings put in.
pub(in crate::smt) fn instantiate(e: &mut Encoder<'_>) {
    let divisions = divisions(e);
    let mut of = remainders(e, &divisions);
    for ((p, _), unsigned) in e.unsigned.clone() {
        if let Some((s, 1)) = unsigned.as_scaled() {
            of.insert(s, Meaning { conditions: vec![e.ge(&p, 0)], is: p });
        }
    }
    for _ in 0..ROUNDS {
        if !quotients(e, &divisions, &mut of) {
            break;
        }
    }
    products(e, &of);
    shorten(e, &of);
}

pub(super) fn divisions(e: &Encoder<'_>) -> Vec<Division> {
    let all = |known: &super::encode::Divisions, to_zero: bool| {
        let division = |((dividend, divisor), (quotient, remainder)): (&(Poly, Poly), &(Poly, Poly))| Division {
            dividend: dividend.clone(),
            divisor: divisor.clone(),
            quotient: quotient.clone(),
            remainder: remainder.clone(),
            to_zero,
        };
        known.iter().map(division).collect::<Vec<_>>()
    };
    [all(&e.divisions, false), all(&e.truncating, true)].into_iter().flatten().collect()
}

/// That a division is defined.
pub(super) fn defined(e: &mut Encoder<'_>, division: &Division) -> Vec<Expr> {
    if !division.to_zero {
        return vec![e.ge(&division.divisor, 1)];
    }
    // A product is not 0 where none of its factors is.
    let factors: Vec<Poly> = match division.divisor.terms.iter().collect::<Vec<_>>()[..] {
        [(m, _)] if !m.is_empty() => m.iter().map(|s| Poly::sym(*s)).collect(),
        _ => vec![division.divisor.clone()],
    };
    let is_some = |factor: &Poly| {
        let (positive, negative) = (e.ge(factor, 1), e.le(factor, &Poly::constant(-1)));
        e.query.or(&[positive, negative])
    };
    factors.iter().map(is_some).collect()
}

fn remainders(e: &mut Encoder<'_>, divisions: &[Division]) -> Meanings {
    let mut of = Meanings::new();
    for division in divisions {
        let Division { dividend, divisor, quotient, remainder, .. } = division;
        let (Some((r, 1)), Some(less)) = (remainder.as_scaled(), divisor.mul(quotient)) else { continue };
        let Some(is) = dividend.sub(&less) else { continue };
        of.insert(r, Meaning { conditions: defined(e, division), is });
    }
    of
}

/// Finds quotients of what the divisor visibly divides once meanings are put in, or that are another quotient then; whether
/// there are any that had no meaning.
fn quotients(e: &mut Encoder<'_>, divisions: &[Division], of: &mut Meanings) -> bool {
    let mut found = false;
    for division in divisions {
        let Some((q, 1)) = division.quotient.as_scaled().filter(|(q, _)| !of.contains_key(q)) else { continue };
        let Some((mut conditions, dividend)) = put_in(&division.dividend, of) else { continue };
        let (whole, rest) = dividend.split_divisor(&division.divisor);
        let is = if rest == Poly::default() {
            Some(whole)
        } else {
            let same =
                |d: &&Division| d.dividend == rest && d.divisor == division.divisor && d.to_zero == division.to_zero;
            // Rounded towards 0, a sum is not the sum of the quotients.
            let known = divisions.iter().find(same).filter(|_| !division.to_zero || whole == Poly::default());
            known.and_then(|known| whole.add(&known.quotient))
        };
        let Some(is) = is.filter(|is| *is != division.quotient) else { continue };
        conditions.extend(defined(e, division));
        let condition = e.query.and(&conditions);
        let equal = e.eq(&division.quotient, &is);
        e.require(condition, equal);
        of.insert(q, Meaning { conditions, is });
        found = true;
    }
    found
}

/// Products are the same with meanings put in.
fn products(e: &mut Encoder<'_>, of: &Meanings) {
    // Further products would be as hard as those that they replace.
    let known = e.products.keys().cloned().collect::<BTreeSet<_>>();
    for m in &known {
        let product = Poly::monomial(m.clone(), 1);
        let meant = put_in(&product, of);
        let serves = |is: &Poly| is.terms.keys().all(|m| m.len() < 2 || known.contains(m));
        let Some((conditions, is)) = meant.filter(|(_, is)| serves(is)) else { continue };
        let condition = e.query.and(&conditions);
        let equal = e.eq(&product, &is);
        e.require(condition, equal);
    }
}

/// So are equations, if that makes them shorter.
fn shorten(e: &mut Encoder<'_>, of: &Meanings) {
    for sum in equations(e) {
        let meant = put_in(&sum, of).filter(|(_, is)| is.terms.len() < sum.terms.len());
        let Some((mut conditions, is)) = meant else { continue };
        conditions.push(e.eq(&sum, &Poly::default()));
        let condition = e.query.and(&conditions);
        let zero = e.eq(&is, &Poly::default());
        e.require(condition, zero);
    }
}

/// The polynomial with meanings in the place of symbols, and the conditions; `None` if there are none, or it is too long.
fn put_in(p: &Poly, of: &Meanings) -> Option<(Vec<Expr>, Poly)> {
    let (mut p, mut conditions) = (p.clone(), vec![]);
    loop {
        let mut with = p.terms.keys().filter_map(|m| Some((m, m.iter().position(|s| of.contains_key(s))?)));
        let Some((m, at)) = with.next() else { break };
        let (mut rest, c): (Monomial, i128) = (m.clone(), *p.terms.get(m)?);
        let meaning = of.get(&rest.remove(at))?;
        let more = times(&meaning.is, &Poly::monomial(rest, c))?;
        p = p.sub(&Poly::monomial(m.clone(), c))?.add(&more).filter(|p| p.terms.len() <= LONGEST)?;
        conditions.extend(&meaning.conditions);
    }
    (!conditions.is_empty()).then_some((conditions, p))
}

/// The product, unless it is too long to be of use.
pub(super) fn times(a: &Poly, b: &Poly) -> Option<Poly> {
    a.mul(b).filter(|p| p.terms.len() <= LONGEST)
}

/// The sums that are asserted to be 0.
pub(super) fn equations(e: &Encoder<'_>) -> Vec<Poly> {
    let equation = |fact| match fact {
        Arithmetic::Zero(lin) => Some(lin),
        Arithmetic::AtMostZero(_) | Arithmetic::Other => None,
    };
    let found = e.query.facts().into_iter().filter_map(equation).take(EQUATIONS);
    let products: BTreeMap<Sym, Monomial> = e.products.iter().map(|(m, s)| (*s, m.clone())).collect();
    found.filter_map(|lin| expanded(lin, &products)).collect()
}

/// The sum with products in the place of their symbols.
fn expanded(lin: &Lin, products: &BTreeMap<Sym, Monomial>) -> Option<Poly> {
    let monomial = |s: &Sym| products.get(s).cloned().unwrap_or_else(|| vec![*s]);
    let mut sum = Poly::constant(lin.constant);
    for (s, c) in &lin.terms {
        sum = sum.add(&Poly::monomial(monomial(s), *c))?;
    }
    Some(sum)
}
