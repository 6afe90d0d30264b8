//! Indices as numbers with digits: in `i + ni * (j + nj * k)` under `i < n && j < m`, each digit has a place value and a number of values
//! that it takes. No two of them meet if each place value is no less than all that the digits below it can say: `ni >= n && nj >= m`.
//!
//! Direction: any candidate may be tried; it serves only once it is proved to ([`condition`](crate::analysis::findings::condition)).

use super::ends::{Ends, bound, ends};
use super::facts::factors;
use super::place_values::{Digit, NoLess, common, condition, no_less, whole};
use super::shared::Shared;
use super::sums::uncast;
use crate::analysis::asking::query::Query;
use crate::analysis::findings::quantity::{self, Condition, Quantity};
use crate::term::{BinaryOp, Node, Term, Terms, Var, VarKind};

/// The most digits, and the most orders of them that are tried.
const MOST_DIGITS: usize = 5;
const MOST_ORDERS: usize = 6;
/// The most parameters that are said to be positive.
const MOST_DIVISORS: usize = 4;

/// That the digits of an index do not overlap, in each order that they may have; the likeliest first. Of numbers with an end, as `x` in
/// `y * pitch + x` under `x < width`, it is not asked first whether threads share them.
pub(crate) fn digits_apart(terms: &mut Terms, query: &Query) -> Vec<Condition> {
    let mut ends = ends(terms, &query.facts);
    let offsets: Vec<Term> = query.sides.iter().filter_map(|s| s.range).map(|(offset, _)| offset).collect();
    let mut found = vec![];
    collect(terms, &offsets, &ends, &mut found);
    // Quotients by negative numbers are no digits.
    if let Some(positive) = positive(terms, &offsets) {
        let both = |c: Condition| {
            let text = format!("{} && {}", positive.text, c.text);
            let with = Condition { text, fact: terms.and(positive.fact, c.fact) };
            [c, with]
        };
        found = found.into_iter().flat_map(both).collect();
    }
    // Numbers would relate strides that have nothing to do with each other.
    if factors(terms, query).len() <= 1 {
        for v in terms.vars_of(&offsets) {
            if let Some(end) = bound(terms, v) {
                ends.entry(terms.var(v)).or_insert(end);
            }
        }
        collect(terms, &offsets, &ends, &mut found);
    }
    found
}

/// That the signed parameters are positive by which an index is divided; nothing if there are none.
fn positive(terms: &mut Terms, offsets: &[Term]) -> Option<Condition> {
    let divisors = terms.reachable(offsets).into_iter().filter_map(|t| {
        let Node::Binary(BinaryOp::SDiv | BinaryOp::SRem, _, by) = *terms.node(t) else { return None };
        terms.as_const(by).is_none().then_some(by)
    });
    let divisors: Vec<Term> = divisors.collect();
    let is_param = |v: &Var| matches!(terms.var_info(*v).kind, VarKind::Param);
    let all: Vec<Var> = terms.vars_of(&divisors).into_iter().filter(is_param).take(MOST_DIVISORS).collect();
    let one = |v: Var| {
        let q = Quantity::parameter(terms, v);
        quantity::bound(terms, &q, 1, true)
    };
    let all: Vec<Condition> = all.into_iter().filter_map(one).collect();
    let texts: Vec<&str> = all.iter().map(|c| c.text.as_str()).collect();
    (!all.is_empty()).then(|| Condition { text: texts.join(" && "), fact: terms.all(all.iter().map(|c| c.fact)) })
}

fn collect(terms: &mut Terms, offsets: &[Term], ends: &Ends, found: &mut Vec<Condition>) {
    let indices: Vec<Index<'_>> = offsets.iter().filter_map(|offset| Index::of(terms, ends, *offset)).collect();
    for (index, other) in indices.iter().zip(indices.iter().cycle().skip(1)) {
        let inner = inner(terms, ends, index, other);
        let mut all: Vec<Vec<NoLess>> = if index.digits.len() == 1 { vec![vec![]] } else { vec![] };
        let mut orders = [orders(terms, index.digits.clone()), orders(terms, merged(index.digits.clone()))].concat();
        if let (true, Some(digit)) = (orders.is_empty(), index.beside(other)) {
            orders = self::orders(terms, [&[digit], &index.digits[..]].concat());
        }
        all.extend(orders.iter().filter_map(|order| apart(terms, order)));
        let both = inner.iter().flat_map(|inner| all.iter().map(|outer| [&inner[..], outer].concat()));
        for condition in all.iter().cloned().chain(both).filter_map(|all| condition(terms, all)) {
            if !found.iter().any(|c| c.text == condition.text) {
                found.push(condition);
            }
        }
    }
}

/// That no threads share any of an index's digits that are sums, in some ways; `other` is the index of the other access.
fn inner(terms: &mut Terms, ends: &Ends, index: &Index<'_>, other: &Index<'_>) -> Vec<Vec<NoLess>> {
    let parts = |terms: &Terms, index: &Index<'_>| -> Option<Vec<Index<'_>>> {
        index.sums.iter().map(|sum| Index::of_parts(terms, ends, *sum)).collect()
    };
    let (Some(own), Some(others)) = (parts(terms, index), parts(terms, other)) else { return vec![] };
    let is_one = |index: &Index<'_>| index.digits.len() == 1 && index.sums.len() == 1;
    let distance = match (own.as_slice(), others.as_slice()) {
        ([a], [b]) if is_one(index) && is_one(other) => a.constant.abs_diff(b.constant),
        _ => 0,
    };
    let mut all = vec![vec![]];
    for sum in own {
        let mut digits = sum.digits;
        // `i` and `i + 64` are the two values of one digit.
        digits.extend((distance > 0).then(|| Digit {
            times: distance,
            factors: vec![],
            values: Some(Shared::constant(2)),
            by: 1,
        }));
        let ways: Vec<Vec<NoLess>> = orders(terms, digits).iter().filter_map(|order| apart(terms, order)).collect();
        all = all
            .iter()
            .flat_map(|a: &Vec<NoLess>| ways.iter().map(|way| [&a[..], way].concat()))
            .take(MOST_ORDERS)
            .collect();
    }
    all.retain(|conditions| !conditions.is_empty());
    all
}

/// What an index consists of.
struct Index<'e> {
    ends: &'e Ends,
    digits: Vec<Digit>,
    /// The digits that are sums themselves.
    sums: Vec<Term>,
    /// What is added to them.
    constant: i64,
    /// All that is added to them and that threads share, as far as it is short.
    shared: Shared,
}

impl<'e> Index<'e> {
    fn of(terms: &Terms, ends: &'e Ends, offset: Term) -> Option<Index<'e>> {
        let mut index = Index { ends, digits: vec![], sums: vec![], constant: 0, shared: Shared::default() };
        index.collect(terms, offset, (1, &[]))?;
        Some(index)
    }

    /// One of a number whose own end does not count.
    fn of_parts(terms: &Terms, ends: &'e Ends, sum: Term) -> Option<Index<'e>> {
        let mut index = Index { ends, digits: vec![], sums: vec![], constant: 0, shared: Shared::default() };
        index.collect_parts(terms, sum, (1, &[]))?;
        Some(index)
    }

    /// Takes in the digits of a number that is multiplied by this; nothing if there are too many, or if it has a form that is not one of
    /// digits.
    fn collect(&mut self, terms: &Terms, t: Term, (times, factors): (u64, &[Shared])) -> Option<()> {
        let t = uncast(terms, t);
        let Some(end) = self.ends.get(&t) else { return self.collect_parts(terms, t, (times, factors)) };
        let values = end.plus(&first(terms, t)?, -1)?;
        // Of `8 * k < 32` there are four.
        if let (Some(every), Some(all)) = (step(terms, t), values.as_constant()) {
            let few = u64::try_from(all).ok()?.div_ceil(every);
            let values = Some(Shared::constant(few.try_into().ok()?));
            return self.push(Digit { times: times.checked_mul(every)?, factors: factors.to_vec(), values, by: 1 });
        }
        if matches!(terms.node(t), Node::Binary(BinaryOp::Add, ..)) {
            self.sums.push(t);
        }
        self.push(Digit { times, factors: factors.to_vec(), values: Some(values), by: 1 })
    }

    /// The same for a number of which no end counts.
    fn collect_parts(&mut self, terms: &Terms, t: Term, (times, factors): (u64, &[Shared])) -> Option<()> {
        let t = uncast(terms, t);
        if terms.is_shared(t) {
            let constant = terms.as_int(t).filter(|_| factors.is_empty()).unwrap_or_default();
            self.constant = self.constant.checked_add(constant.checked_mul(times.try_into().ok()?)?)?;
            self.shared = self.with(terms, t, (times, factors)).unwrap_or_else(|| self.shared.clone());
            return Some(());
        }
        let values = match *terms.node(t) {
            Node::Binary(BinaryOp::Add, a, b) => {
                self.collect(terms, a, (times, factors))?;
                return self.collect(terms, b, (times, factors));
            }
            Node::Binary(BinaryOp::Shl, a, b) => {
                let times = times.checked_mul(1u64.checked_shl(terms.as_const(b)?.try_into().ok()?)?)?;
                return self.collect(terms, a, (times, factors));
            }
            Node::Binary(BinaryOp::Mul, a, b) => {
                let (by, of) = if terms.is_shared(a) { (a, b) } else { (b, a) };
                let (mut times, mut factors) = (times, factors.to_vec());
                multiply(terms, by, &mut times, &mut factors)?;
                return self.collect(terms, of, (times, &factors));
            }
            Node::Binary(BinaryOp::URem | BinaryOp::SRem, _, by) => Shared::of(terms, by),
            Node::Binary(BinaryOp::And, _, mask) => below_mask(terms, mask),
            Node::Binary(BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr, number, _) => {
                let values = self.ends.get(&uncast(terms, number)).cloned();
                if let Some(parts) = values.as_ref().and_then(|all| parts(terms, t, all)) {
                    return self.push(Digit { times, factors: factors.to_vec(), values: Some(parts), by: 1 });
                }
                let by = divisor(terms, t).filter(|by| values.is_some() && times.is_multiple_of(*by));
                let (values, by) = (values.filter(|_| by.is_some()), by.unwrap_or(1));
                return self.push(Digit { times, factors: factors.to_vec(), values, by });
            }
            Node::Var(_)
            | Node::Const { .. }
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => None,
        };
        self.push(Digit { times, factors: factors.to_vec(), values, by: 1 })
    }

    /// What all threads share, together with this number times these factors; nothing if that is too long.
    fn with(&self, terms: &Terms, t: Term, (times, factors): (u64, &[Shared])) -> Option<Shared> {
        self.shared.plus(&whole(factors)?.times(&Shared::of(terms, t)?)?, times.try_into().ok()?)
    }

    /// What another index is beside this one, by a distance that all threads share, as a digit of it: `k * row` and
    /// `k * row + 2 * column` are among those of three columns.
    fn beside(&self, other: &Index<'_>) -> Option<Digit> {
        // Where no stride is chosen by the host, it is no column.
        if self.digits.iter().all(|digit| digit.factors.is_empty()) {
            return None;
        }
        let (factors, by) = self.shared.plus(&other.shared, -1)?.as_product()?;
        let size = self.digits.iter().fold(by.unsigned_abs(), |size, digit| common(size, digit.times));
        let values = i64::try_from(by.unsigned_abs() / size).ok()?.checked_add(1)?;
        Some(Digit { times: size, factors, values: Some(Shared::constant(values)), by: 1 })
    }

    fn push(&mut self, digit: Digit) -> Option<()> {
        self.digits.push(digit);
        (self.digits.len() <= MOST_DIGITS).then_some(())
    }
}

/// How many values `i & mask` takes where `mask` is the greatest of them.
fn below_mask(terms: &Terms, mask: Term) -> Option<Shared> {
    let values = terms.as_const(mask)?.checked_add(1).filter(|values| values.is_power_of_two())?;
    Some(Shared::constant(values.try_into().ok()?))
}

/// By what constant a number is divided, if it is.
fn divisor(terms: &Terms, t: Term) -> Option<u64> {
    let Node::Binary(op, _, by) = *terms.node(t) else { return None };
    match op {
        BinaryOp::UDiv | BinaryOp::SDiv => terms.as_const(by).filter(|by| *by > 0),
        BinaryOp::LShr => 1u64.checked_shl(terms.as_const(by)?.try_into().ok()?),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::AShr => None,
    }
}

/// How many values a quotient takes by a number that all threads share, where the number that is divided takes that many times as many:
/// those of `i / half` for `i < heads * half` are `heads`.
fn parts(terms: &Terms, quotient: Term, all: &Shared) -> Option<Shared> {
    let Node::Binary(BinaryOp::UDiv | BinaryOp::SDiv, _, by) = *terms.node(quotient) else { return None };
    let (mut factors, times) = all.as_product()?;
    let (divided, 1) = Shared::of(terms, by)?.as_product()? else { return None };
    for factor in divided {
        let at = factors.iter().position(|f| *f == factor)?;
        factors.remove(at);
    }
    whole(&factors)?.times(&Shared::constant(times))
}

/// By what constant a number is multiplied, if it is.
fn step(terms: &Terms, t: Term) -> Option<u64> {
    let Node::Binary(op, a, b) = *terms.node(t) else { return None };
    let positive = |c: Term| u64::try_from(terms.as_int(c)?).ok().filter(|c| *c > 0);
    if op == BinaryOp::Mul {
        return positive(a).or_else(|| positive(b));
    }
    1u64.checked_shl(terms.as_const(b).filter(|_| op == BinaryOp::Shl)?.try_into().ok()?)
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

/// Digits of one place value are one, as `y` and `i` in `(y + i) * pitch + x`: it takes the values of their sum.
fn merged(digits: Vec<Digit>) -> Vec<Digit> {
    let mut all: Vec<Digit> = vec![];
    for digit in digits {
        match all.iter_mut().find(|d| (d.times, &d.factors, d.by, digit.by) == (digit.times, &digit.factors, 1, 1)) {
            Some(other) => {
                let both = other.values.take().zip(digit.values);
                other.values = both.and_then(|(a, b)| a.plus(&b, 1)?.plus(&Shared::constant(1), -1));
            }
            None => all.push(digit),
        }
    }
    all
}

/// The orders that digits may have, the lowest first: those with constant place values before the others, and one of which it is not
/// known how many values it takes last.
fn orders(terms: &Terms, digits: Vec<Digit>) -> Vec<Vec<Digit>> {
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
        let above = |d: &Digit| !d.factors.is_empty() || digit.is_of_launch(terms) && digit.times < d.times;
        let longer = orders.iter().flat_map(|order| {
            let least = order.iter().rposition(|d| !above(d)).map_or(0, |at| at + 1);
            (least..=order.len()).rev().map(|at| [&order[..at], std::slice::from_ref(&digit), &order[at..]].concat())
        });
        let longer: Vec<Vec<Digit>> = longer.collect();
        orders = longer;
    }
    orders.iter_mut().for_each(|order| order.extend(open.iter().cloned()));
    // `nj * ni` stands above `ni`.
    orders.sort_by_key(|order| order.windows(2).filter(|pair| pair[0].factors.len() > pair[1].factors.len()).count());
    orders.truncate(MOST_ORDERS);
    orders
}

/// That digits in this order do not overlap; nothing if that is never so, or has no text.
fn apart(terms: &mut Terms, order: &[Digit]) -> Option<Vec<NoLess>> {
    let lowest = order.first()?;
    let one = Digit { times: lowest.times, factors: vec![], values: Some(Shared::constant(1)), by: 1 };
    let pairs = std::iter::once((&one, lowest)).chain(order.iter().zip(order.iter().skip(1)));
    let all = pairs.map(|(below, above)| no_less(terms, below, above)).collect::<Option<Vec<_>>>()?;
    Some(all.into_iter().filter(|c| !terms.is_true(c.fact)).collect())
}
