//! What contracts say of two arrays whose cells go together, as facts of a query: counts and their sums, beginnings and ends of
//! intervals (docs/design.md section 3, "Contracts on contents").
//!
//! `if (flag[i]) out[sum[i]] = x;` under `__requires_offsets(sum, n, flag)` gives `0 <= flag(i)` and, for a cell j behind,
//! `sum(i) + flag(i) <= sum(j)`.
//!
//! **Invariant:** each fact follows from the contract, by induction over the cells between: with `a(i) + c(i) <= a(i + 1)` and counts
//! that are not negative, `a(i) + c(k) <= a(j)` for i <= k < j. Values are compared in 64 bits as signed numbers; sums do not wrap,
//! since from `a(0) >= 0` on each sum is no more than a value.

use super::cells::Cell;
use crate::kernel::{Along, Cells};
use crate::term::{Term, Terms};

/// The cells of one array that a contract is about, each with the condition under which it is.
pub(super) type Inside = (Cells, Vec<(Cell, Term)>);

/// Takes a fact: what holds under these conditions.
pub(super) type Said<'s> = dyn FnMut(&mut Terms, &[Term], Term) + 's;

/// A cell: its number times the bytes of the larger of the two kinds, its value, and the condition under which it is meant.
#[derive(Clone, Copy)]
struct One {
    at: Term,
    value: Term,
    inside: Term,
}

/// What a contract says of the cells of `first` and those of `second` that go with them.
pub(super) fn facts(terms: &mut Terms, how: Along, first: &Inside, second: &Inside, said: &mut Said<'_>) {
    let widest = first.0.width.max(second.0.width);
    let mut all = |(of, cells): &Inside| -> Vec<One> {
        let scale = u64::from(widest / of.width);
        cells.iter().map(|(cell, inside)| one(terms, (of, scale), *cell, *inside)).collect()
    };
    let (a, c) = (all(first), all(second));
    in_order(terms, &a, said);
    match how {
        Along::Offsets | Along::Sums => {
            let zero = terms.constant(64, 0);
            for x in a.iter().chain(&c) {
                let fact = terms.sle(zero, x.value);
                said(terms, &[x.inside], fact);
            }
            for count in &c {
                added(terms, how, &a, *count, said);
            }
            if how == Along::Sums {
                fits(terms, &first.0, (&a, &c), said);
            }
        }
        Along::Intervals => {
            in_order(terms, &c, said);
            for (from, to) in a.iter().flat_map(|from| c.iter().map(move |to| (from, to))) {
                let (behind, no_more) = (terms.sle(from.at, to.at), terms.sle(from.value, to.value));
                said(terms, &[from.inside, to.inside, behind], no_more);
                let (before, no_more) = (terms.slt(to.at, from.at), terms.sle(to.value, from.value));
                said(terms, &[from.inside, to.inside, before], no_more);
            }
        }
    }
}

fn one(terms: &mut Terms, (of, scale): (&Cells, u64), cell: Cell, inside: Term) -> One {
    let (distance, scale) = (terms.sub(cell.place, of.start), terms.constant(64, scale));
    One { at: terms.mul(distance, scale), value: cell.widened(terms, of.signed), inside }
}

/// Values do not fall.
fn in_order(terms: &mut Terms, all: &[One], said: &mut Said<'_>) {
    for (x, y) in all.iter().flat_map(|x| all.iter().map(move |y| (x, y))) {
        let (before, no_more) = (terms.slt(x.at, y.at), terms.sle(x.value, y.value));
        said(terms, &[x.inside, y.inside, before], no_more);
    }
}

/// A sum up to a cell is one of the array's: `a(i) + c(k)` is no more than its type holds for i < k.
fn fits(terms: &mut Terms, of: &Cells, (a, c): (&[One], &[One]), said: &mut Said<'_>) {
    let bits = if of.signed || of.width == 64 { of.width - 1 } else { of.width };
    let most = terms.constant(64, crate::term::mask(bits, u64::MAX));
    for (from, count) in a.iter().flat_map(|from| c.iter().map(move |count| (from, count))) {
        let sum = terms.add(from.value, count.value);
        let (behind, fits) = (terms.slt(from.at, count.at), terms.sle(sum, most));
        said(terms, &[from.inside, count.inside, behind], fits);
    }
}

/// What a count adds to the sums: `a(i) + c(k) <= a(j)`.
fn added(terms: &mut Terms, how: Along, a: &[One], count: One, said: &mut Said<'_>) {
    for to in a {
        // Of sums up to each the count is a part of its own.
        let upto = match how {
            Along::Sums => terms.sle(count.at, to.at),
            Along::Offsets | Along::Intervals => terms.slt(count.at, to.at),
        };
        let no_more = terms.sle(count.value, to.value);
        said(terms, &[count.inside, to.inside, upto], no_more);
        for from in a {
            let behind = match how {
                Along::Sums => terms.slt(from.at, count.at),
                Along::Offsets | Along::Intervals => terms.sle(from.at, count.at),
            };
            let sum = terms.add(from.value, count.value);
            let no_more = terms.sle(sum, to.value);
            said(terms, &[from.inside, count.inside, to.inside, behind, upto], no_more);
        }
    }
}
