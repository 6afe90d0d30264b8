//! What contracts say of the contents of arrays, as facts of a query (docs/design.md section 3, "Contracts on contents").
//!
//! Memory that a kernel does not write holds one value at each place, for all threads: a function `m` of the place. A contract
//! says something of all places or pairs of places; here it is said of those that a query reads:
//! `out[idx[i]]` under `__requires_distinct(idx, n)` gives `i != j && 0 <= i < n && 0 <= j < n -> m(i) != m(j)`.
//!
//! **Invariant:** each fact follows from the contract, bit for bit: places are compared in bytes, a cell is at a multiple of its
//! size from the first one, and values are compared as the source's type does. Direction: fewer facts than hold is sound.

use super::along;
use super::cells::{Cell, cells};
use super::conflict::multiple;
use super::threads::{Pairing, Who};
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::{Along, Cells, Pattern, Stated};
use crate::term::{BinaryOp, CompareOp, Term, Terms};
use crate::verdict::Assumption;

/// The most facts for one query. A missing one only weakens it, which is sound.
const MOST_FACTS: usize = 200;

/// What the kernel's contracts say of what `facts` read, with what has to be assumed for it.
pub(crate) fn stated(world: &mut Prepared, pairing: &mut Pairing, facts: &[Term]) -> (Vec<Term>, Vec<Assumption>) {
    if world.kernel.contents.is_empty() {
        return (vec![], vec![]);
    }
    let cells = cells(world, facts);
    let (mut said, mut by): (Vec<Term>, Vec<Assumption>) = (vec![], vec![]);
    for contract in world.kernel.contents.clone() {
        let before = said.len();
        for who in Who::BOTH {
            let mut own = contract.clone();
            own.map(&mut |t| pairing.own(&mut world.terms, who, t));
            let new = instances(&mut world.terms, &own, &cells);
            said.extend(new.into_iter().filter(|fact| !said.contains(fact)).collect::<Vec<_>>());
        }
        said.truncate(MOST_FACTS);
        if said.len() > before {
            let array = world.kernel.arrays.get(contract.array.0).map(|a| a.name.clone()).unwrap_or_default();
            by.push(Assumption::Contents { array, are: words(contract.pattern).to_owned() });
        }
    }
    (said, by)
}

/// What contents are of which this holds.
fn words(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Distinct => "distinct",
        Pattern::Sorted => "sorted",
        Pattern::Increasing => "strictly increasing",
        Pattern::Equal => "all equal",
        Pattern::Within(..) => "in a range",
        Pattern::Along(Along::Offsets, _) => "sums of the counts before",
        Pattern::Along(Along::Sums, _) => "sums of the counts up to each",
        Pattern::Along(Along::Intervals, _) => "beginnings of intervals one behind the other",
    }
}

/// What a contract says of these cells, those of other arrays or widths left out.
pub(crate) fn instances(terms: &mut Terms, contract: &Stated, cells: &[Cell]) -> Vec<Term> {
    let inside = inside(terms, contract, &contract.cells(), cells);
    let mut facts = vec![];
    let mut said = |terms: &mut Terms, when: &[Term], what: Term| {
        let when = terms.all(when.iter().copied());
        let fact = terms.implies(when, what);
        if !terms.is_true(fact) && facts.len() < MOST_FACTS {
            facts.push(fact);
        }
    };
    if let Pattern::Along(how, others) = contract.pattern {
        let others = (others, self::inside(terms, contract, &others, cells));
        along::facts(terms, how, &(contract.cells(), inside), &others, &mut said);
        return facts;
    }
    for (i, (a, a_inside)) in inside.iter().enumerate() {
        if let Pattern::Within(low, high) = contract.pattern {
            let value = a.widened(terms, contract.signed);
            let (from, to) = (terms.sle(low, value), terms.slt(value, high));
            let both = terms.and(from, to);
            said(terms, &[*a_inside], both);
            continue;
        }
        for (b, b_inside) in &inside[..i] {
            for (when, what) in of_two(terms, contract, *a, *b) {
                said(terms, &[*a_inside, *b_inside, when], what);
            }
        }
    }
    facts
}

/// Those that a contract is about, of one of its arrays, and under which condition.
fn inside(terms: &mut Terms, contract: &Stated, of: &Cells, cells: &[Cell]) -> Vec<(Cell, Term)> {
    let mine = cells.iter().filter(|c| c.array == of.array && c.width == of.width);
    mine.map(|cell| (*cell, covered(terms, (contract, of), *cell))).collect()
}

/// That a contract is stated, and of this cell.
fn covered(terms: &mut Terms, (contract, of): (&Stated, &Cells), cell: Cell) -> Term {
    let bytes = u64::from(of.width / 8);
    let mut all = vec![contract.guard];
    if let Some(count) = contract.count {
        all.push(terms.sle(of.start, cell.place));
        let size = terms.constant(64, bytes);
        let length = terms.mul(count, size);
        let end = terms.add(of.start, length);
        all.push(terms.slt(cell.place, end));
    }
    if !(multiple(terms, of.start, bytes) && multiple(terms, cell.place, bytes)) {
        let (distance, within) = (terms.sub(cell.place, of.start), terms.constant(64, bytes - 1));
        let (rest, zero) = (terms.binary(BinaryOp::And, distance, within), terms.constant(64, 0));
        all.push(terms.eq(rest, zero));
    }
    terms.all(all)
}

/// What holds of two cells that a contract is about: conditions on their places, and what follows for their values.
fn of_two(terms: &mut Terms, contract: &Stated, a: Cell, b: Cell) -> Vec<(Term, Term)> {
    let (less, no_more) =
        if contract.signed { (CompareOp::Slt, CompareOp::Sle) } else { (CompareOp::Ult, CompareOp::Ule) };
    let in_order = |terms: &mut Terms, op: CompareOp| {
        [(a, b), (b, a)].map(|(x, y)| (terms.slt(x.place, y.place), terms.compare(op, x.value, y.value))).into()
    };
    match contract.pattern {
        Pattern::Distinct => vec![(terms.ne(a.place, b.place), terms.ne(a.value, b.value))],
        Pattern::Sorted => in_order(terms, no_more),
        Pattern::Increasing => in_order(terms, less),
        Pattern::Equal => vec![(terms.truth(), terms.eq(a.value, b.value))],
        Pattern::Within(..) | Pattern::Along(..) => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::ArrayId;
    use crate::smt::Model;
    use crate::term::{Func, FuncInfo, FuncKind, Owner, Sharing, Width};

    /// Cells of 4 bytes from byte 8 on, what is before and behind, and one between two of them.
    const PLACES: [u64; 7] = [4, 8, 12, 14, 16, 20, 24];
    const COUNT: u64 = 4;

    fn read(terms: &mut Terms) -> (Func, Vec<Cell>) {
        let (kind, name) = (FuncKind::Memory { array: Some(0) }, "a".to_owned());
        let func = terms.declare_func(FuncInfo {
            name,
            width: 32,
            kind,
            sharing: Sharing::Grid,
            axiom: None,
            owner: Owner::All,
        });
        let cell = |place: &u64| {
            let place = terms.constant(64, *place);
            Cell { array: ArrayId(0), width: 32, place, value: terms.apply(func, vec![place]) }
        };
        (func, PLACES.iter().map(cell).collect())
    }

    /// Whether all facts of a contract hold where the cells that it is about hold `values`, and others 7.
    fn hold(pattern: &dyn Fn(&mut Terms) -> Pattern, signed: bool, values: [u32; COUNT as usize]) -> bool {
        let mut terms = Terms::new();
        let (func, cells) = read(&mut terms);
        let (guard, start, count) = (terms.truth(), terms.constant(64, 8), Some(terms.constant(64, COUNT)));
        let pattern = pattern(&mut terms);
        let contract = Stated { array: ArrayId(0), guard, start, count, width: 32, signed, pattern, line: 0 };
        let facts = instances(&mut terms, &contract, &cells);
        let mut model = Model::default();
        for place in PLACES {
            let about = place.checked_sub(8).filter(|n| n % 4 == 0).and_then(|n| values.get((n / 4) as usize));
            model.apps.insert((func, vec![place]), about.copied().unwrap_or(7).into());
        }
        facts.into_iter().all(|fact| model.holds(&terms, fact) == Some(true))
    }

    #[test]
    fn facts_say_what_the_contract_says_of_its_cells_and_nothing_of_others() {
        let minus = u32::MAX;
        let range = |terms: &mut Terms| Pattern::Within(terms.int(64, -1), terms.int(64, 9));
        type Case<'p> = (&'p dyn Fn(&mut Terms) -> Pattern, bool, [u32; 4], bool);
        let cases: [Case<'_>; 14] = [
            (&|_| Pattern::Distinct, true, [7, 3, minus, 0], true),
            (&|_| Pattern::Distinct, true, [7, 3, 0, 3], false),
            (&|_| Pattern::Sorted, true, [minus, 3, 3, 9], true),
            (&|_| Pattern::Sorted, false, [minus, 3, 3, 9], false),
            (&|_| Pattern::Sorted, false, [0, 3, 3, minus], true),
            (&|_| Pattern::Sorted, true, [0, 3, 2, 9], false),
            (&|_| Pattern::Increasing, true, [minus, 3, 4, 9], true),
            (&|_| Pattern::Increasing, true, [minus, 3, 3, 9], false),
            (&|_| Pattern::Increasing, false, [0, 3, 4, minus], true),
            (&|_| Pattern::Equal, true, [5; 4], true),
            (&|_| Pattern::Equal, true, [5, 5, 5, 4], false),
            (&range, true, [minus, 0, 8, 3], true),
            (&range, false, [minus, 0, 8, 3], false),
            (&range, true, [0, 0, 9, 3], false),
        ];
        for (pattern, signed, values, expected) in cases {
            assert_eq!(hold(pattern, signed, values), expected, "{:?} {values:?}", pattern(&mut Terms::new()));
        }
    }

    const FEW: usize = 3;

    /// An array of which the cell before the first one that is meant is read, too, and the one behind the last.
    fn read_array(terms: &mut Terms, array: usize, (start, width): (u64, Width)) -> (Func, Vec<Cell>) {
        let (kind, name) = (FuncKind::Memory { array: Some(array) }, format!("a{array}"));
        let func =
            terms.declare_func(FuncInfo { name, width, kind, sharing: Sharing::Grid, axiom: None, owner: Owner::All });
        let bytes = u64::from(width / 8);
        let cells = (0..FEW as u64 + 2).map(|i| {
            let place = terms.constant(64, start + i * bytes - bytes);
            Cell { array: ArrayId(array), width, place, value: terms.apply(func, vec![place]) }
        });
        (func, cells.collect())
    }

    fn go_along(how: Along, a: &[i64], c: &[i64]) -> bool {
        let in_order = |values: &mut dyn Iterator<Item = i64>| {
            let all: Vec<i64> = values.collect();
            all.windows(2).all(|two| two[0] <= two[1])
        };
        match how {
            Along::Offsets => {
                let steps = (1..FEW).all(|i| a[i - 1] + c[i - 1] <= a[i]);
                steps && a[0] >= 0 && c.iter().all(|c| *c >= 0)
            }
            Along::Sums => {
                let steps = (1..FEW).all(|i| a[i - 1] + c[i] <= a[i]);
                steps && c[0] <= a[0] && c.iter().all(|c| *c >= 0)
            }
            Along::Intervals => in_order(&mut a.iter().zip(c).flat_map(|(a, c)| [*a, *c])),
        }
    }

    fn numbers(mut which: i64, least: i64, most: i64) -> Vec<i64> {
        let mut digit = || {
            let (digit, rest) = (which % (most - least + 1), which / (most - least + 1));
            which = rest;
            least + digit
        };
        (0..FEW).map(|_| digit()).collect()
    }

    #[test]
    fn facts_of_two_arrays_hold_where_the_contract_does() {
        for how in [Along::Offsets, Along::Sums, Along::Intervals] {
            let mut terms = Terms::new();
            let (sums, counts) = ((8, 32), (1, 8));
            let ((f, mut cells), (g, others)) = (read_array(&mut terms, 0, sums), read_array(&mut terms, 1, counts));
            let first = cells[0].place;
            cells.extend(others);
            let (guard, start, second) = (terms.truth(), terms.constant(64, sums.0), terms.constant(64, counts.0));
            let others = Cells { array: ArrayId(1), start: second, width: counts.1, signed: true };
            let (array, count, pattern) =
                (ArrayId(0), Some(terms.constant(64, FEW as u64)), Pattern::Along(how, others));
            let contract = Stated { array, guard, start, count, width: sums.1, signed: true, pattern, line: 0 };
            let facts = instances(&mut terms, &contract, &cells);
            let (mut yes, mut no) = (0, 0);
            for (a, c) in (0..5 * 5 * 5).flat_map(|a| (0..4 * 4 * 4).map(move |c| (a, c))) {
                let (a, c) = (numbers(a, -1, 3), numbers(c, -1, 2));
                let mut model = Model::default();
                for cell in &cells {
                    let place = terms.as_const(cell.place).unwrap_or_default();
                    let (func, at, values) = if cell.array.0 == 0 {
                        (f, (place / 4).wrapping_sub(2), &a)
                    } else {
                        (g, place.wrapping_sub(1), &c)
                    };
                    let outside = if cell.place == first { 7 } else { -9 };
                    let value = usize::try_from(at).ok().and_then(|at| values.get(at)).copied().unwrap_or(outside);
                    model.apps.insert((func, vec![place]), crate::term::mask(cell.width, value.cast_unsigned()));
                }
                let all = facts.iter().all(|fact| model.holds(&terms, *fact) == Some(true));
                assert_eq!(all, go_along(how, &a, &c), "{how:?} {a:?} {c:?}");
                if all { yes += 1 } else { no += 1 }
            }
            assert!(yes > 20 && no > 20, "{how:?} {yes} {no}");
        }
    }
}
