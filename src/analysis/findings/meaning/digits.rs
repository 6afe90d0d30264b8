//! Indices as numbers with digits: in `i + ni * (j + nj * k)` under `i < n && j < m`, each digit has a place value and a number of values
//! that it takes. No two of them meet if each place value is no less than all that the digits below it can say: `ni >= n && nj >= m`.
//!
//! Direction: any candidate may be tried; it serves only once it is proved to ([`condition`](crate::analysis::findings::condition)).

use super::shared::Shared;
use super::sums::uncast;
use crate::analysis::asking::query::Query;
use crate::analysis::findings::quantity::Condition;
use crate::smt::gcd;
use crate::term::{BinaryOp, CompareOp, Node, Term, Terms};
use rustc_hash::FxHashMap;

/// The most digits, and the most orders of them that are tried.
const MOST_DIGITS: usize = 5;
const MOST_ORDERS: usize = 6;

/// One digit.
#[derive(Clone, Debug)]
struct Digit {
    /// Its place value: a constant times these factors.
    times: u64,
    factors: Vec<Shared>,
    /// How many values it takes, if that is known.
    values: Option<Shared>,
}

/// That the digits of an index do not overlap, in each order that they may have; the likeliest first.
pub(crate) fn digits_apart(terms: &mut Terms, query: &Query) -> Vec<Condition> {
    let ends = ends(terms, &query.facts);
    let offsets: Vec<Term> = query.sides.iter().filter_map(|s| s.range).map(|(offset, _)| offset).collect();
    let mut found: Vec<Condition> = vec![];
    for offset in offsets {
        let mut digits = vec![];
        if collect(terms, &ends, offset, (1, &[]), &mut digits).is_none() {
            continue;
        }
        let orders = orders(digits);
        for condition in orders.iter().filter_map(|order| apart(terms, order)) {
            if !found.iter().any(|c| c.text == condition.text) {
                found.push(condition);
            }
        }
    }
    found
}

/// What numbers are less than, by facts such as `i < n`, `!(n <= i)` and `i <= n`.
fn ends(terms: &Terms, facts: &[Term]) -> FxHashMap<Term, Shared> {
    let mut found = FxHashMap::default();
    for fact in facts {
        let (fact, holds) = if let Node::Not(inner) = *terms.node(*fact) { (inner, false) } else { (*fact, true) };
        let Node::Compare(op, a, b) = *terms.node(fact) else { continue };
        let (a, b) = if holds { (a, b) } else { (b, a) };
        let strict = match op {
            CompareOp::Eq => continue,
            CompareOp::Slt | CompareOp::Ult => holds,
            CompareOp::Sle | CompareOp::Ule => !holds,
        };
        let Some(end) = Shared::of(terms, b) else { continue };
        let end = if strict { Some(end) } else { end.plus(&Shared::constant(1), 1) };
        if let (Some(end), false) = (end, terms.is_shared(a)) {
            found.entry(uncast(terms, a)).or_insert(end);
        }
    }
    found
}

/// The digits of a number that is multiplied by this; nothing if there are too many, or if it has a form that is not one of digits.
fn collect(
    terms: &Terms,
    ends: &FxHashMap<Term, Shared>,
    t: Term,
    (times, factors): (u64, &[Shared]),
    found: &mut Vec<Digit>,
) -> Option<()> {
    let t = uncast(terms, t);
    if terms.is_shared(t) {
        return Some(());
    }
    let values = match ends.get(&t) {
        Some(end) => Some(end.plus(&first(terms, t)?, -1)?),
        None => match *terms.node(t) {
            Node::Binary(BinaryOp::Add, a, b) => {
                collect(terms, ends, a, (times, factors), found)?;
                return collect(terms, ends, b, (times, factors), found);
            }
            Node::Binary(BinaryOp::Shl, a, b) => {
                let times = times.checked_mul(1u64.checked_shl(terms.as_const(b)?.try_into().ok()?)?)?;
                return collect(terms, ends, a, (times, factors), found);
            }
            Node::Binary(BinaryOp::Mul, a, b) => {
                let (by, of) = if terms.is_shared(a) { (a, b) } else { (b, a) };
                let (mut times, mut factors) = (times, factors.to_vec());
                multiply(terms, by, &mut times, &mut factors)?;
                return collect(terms, ends, of, (times, &factors), found);
            }
            Node::Binary(BinaryOp::URem | BinaryOp::SRem, _, by) => Shared::of(terms, by),
            Node::Var(_)
            | Node::Const { .. }
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => None,
        },
    };
    found.push(Digit { times, factors: factors.to_vec(), values });
    (found.len() <= MOST_DIGITS).then_some(())
}

/// Takes a number that all threads share into a product.
fn multiply(terms: &Terms, by: Term, times: &mut u64, factors: &mut Vec<Shared>) -> Option<()> {
    let by = uncast(terms, by);
    if let Some(c) = terms.as_int(by) {
        *times = times.checked_mul(c.try_into().ok().filter(|c| *c > 0)?)?;
        return Some(());
    }
    if let Node::Binary(BinaryOp::Mul, a, b) = *terms.node(by) {
        multiply(terms, a, times, factors)?;
        return multiply(terms, b, times, factors);
    }
    factors.push(Shared::of(terms, by)?);
    Some(())
}

/// The least that a number is whose other parts are none below 0: `first` in `first + threadIdx.x`.
fn first(terms: &Terms, t: Term) -> Option<Shared> {
    let t = uncast(terms, t);
    if let Node::Binary(BinaryOp::Add, a, b) = *terms.node(t) {
        return first(terms, a)?.plus(&first(terms, b)?, 1);
    }
    if terms.is_shared(t) { Shared::of(terms, t) } else { Some(Shared::default()) }
}

/// The orders that digits may have, the lowest first: those with constant place values before the others, and one of which it is not
/// known how many values it takes last.
fn orders(digits: Vec<Digit>) -> Vec<Vec<Digit>> {
    let (open, known): (Vec<Digit>, Vec<Digit>) = digits.into_iter().partition(|d| d.values.is_none());
    // `z * layer + y * row + x` goes from the highest to the lowest.
    let falls = known.last().is_some_and(|d| d.factors.is_empty());
    let (mut low, mut high): (Vec<Digit>, Vec<Digit>) = known.into_iter().partition(|d| d.factors.is_empty());
    low.sort_by_key(|d| d.times);
    if falls {
        high.reverse();
    }
    if open.len() > 1 || low.len() + high.len() + open.len() < 2 {
        return vec![];
    }
    let mut orders = vec![low];
    for digit in high {
        let longer = orders.iter().flat_map(|order| {
            let places = (0..=order.len()).rev().take_while(|at| *at == order.len() || !order[*at].factors.is_empty());
            places.map(|at| [&order[..at], std::slice::from_ref(&digit), &order[at..]].concat())
        });
        orders = longer.collect();
    }
    orders.iter_mut().for_each(|order| order.extend(open.iter().cloned()));
    // `nj * ni` stands above `ni`.
    orders.sort_by_key(|order| order.windows(2).filter(|pair| pair[0].factors.len() > pair[1].factors.len()).count());
    orders.truncate(MOST_ORDERS);
    orders
}

/// That digits in this order do not overlap; nothing if that is always so, never, or has no text.
fn apart(terms: &mut Terms, order: &[Digit]) -> Option<Condition> {
    let lowest = order.first()?;
    let one = Digit { times: lowest.times, factors: vec![], values: Some(Shared::constant(1)) };
    let pairs = std::iter::once((&one, lowest)).chain(order.iter().zip(order.iter().skip(1)));
    let mut all: Vec<NoLess> = vec![];
    for (below, above) in pairs {
        let condition = no_less(terms, below, above)?;
        if terms.is_true(condition.fact) {
            continue;
        }
        match all.iter_mut().find(|c| (&c.most, &c.least) == (&condition.least, &condition.most)) {
            Some(other) => {
                other.text = format!("{} == {}", other.most, other.least);
                other.fact = terms.and(other.fact, condition.fact);
            }
            None => all.push(condition),
        }
    }
    let texts: Vec<&str> = all.iter().map(|c| c.text.as_str()).collect();
    let text = texts.join(" && ");
    (!text.is_empty()).then(|| Condition { text, fact: terms.all(all.iter().map(|c| c.fact)) })
}

/// That a number is no less than another one: both as C++ writes them, and the comparison.
struct NoLess {
    most: String,
    least: String,
    text: String,
    fact: Term,
}

/// That a place value is no less than all that the digit below says, with what both are multiplied by left out.
fn no_less(terms: &mut Terms, below: &Digit, above: &Digit) -> Option<NoLess> {
    let common = u64::try_from(gcd(below.times.into(), above.times.into())).unwrap_or(1).max(1);
    let (mut least, mut most) = (below.factors.clone(), vec![]);
    for factor in &above.factors {
        match least.iter().position(|f| f == factor) {
            Some(at) => drop(least.swap_remove(at)),
            None => most.push(factor.clone()),
        }
    }
    least.push(below.values.clone()?);
    let (left, right) = (product(above.times / common, most)?, product(below.times / common, least)?);
    let (most, least) = (whole(&left)?, whole(&right)?);
    let (l, r) = (most.term(terms), least.term(terms));
    let fact = terms.sle(r, l);
    // Of two digits with one place value, one would have to have a single value.
    if terms.is_false(fact) || most == Shared::constant(1) && least.as_constant().is_none() {
        return None;
    }
    let (greater, less) = (text(terms, &left)?, text(terms, &right)?);
    let text = match most.as_constant() {
        Some(c) => format!("{} <= {c}", least.as_dimension(terms).unwrap_or_else(|| less.clone())),
        None => format!("{greater} >= {less}"),
    };
    Some(NoLess { most: greater, least: less, text, fact })
}

/// The factors of a product, constants together.
fn product(times: u64, factors: Vec<Shared>) -> Option<Vec<Shared>> {
    let (mut constant, mut others) = (i64::try_from(times).ok()?, vec![]);
    for factor in factors {
        match factor.as_constant() {
            Some(c) => constant = constant.checked_mul(c)?,
            None => others.push(factor),
        }
    }
    if constant != 1 || others.is_empty() {
        others.insert(0, Shared::constant(constant));
    }
    Some(others)
}

fn whole(factors: &[Shared]) -> Option<Shared> {
    factors.iter().try_fold(Shared::constant(1), |product, factor| product.times(factor))
}

fn text(terms: &Terms, factors: &[Shared]) -> Option<String> {
    let factor = |f: &Shared| {
        let text = f.text(terms)?;
        Some(if f.is_sum() && factors.len() > 1 { format!("({text})") } else { text })
    };
    Some(factors.iter().map(factor).collect::<Option<Vec<String>>>()?.join(" * "))
}
