//! What contracts say of the contents of arrays, as facts of a query (docs/design.md section 3, "Contracts on contents").
//!
//! Memory that a kernel does not write holds one value at each place, for all threads: a function `m` of the place. A contract
//! says something of all places or pairs of places; here it is said of those that a query reads:
//! `out[idx[i]]` under `__requires_distinct(idx, n)` gives `i != j && 0 <= i < n && 0 <= j < n -> m(i) != m(j)`.
//!
//! **Invariant:** each fact follows from the contract, bit for bit: places are compared in bytes, a cell is at a multiple of its
//! size from the first one, and values are compared as the source's type does. Direction: fewer facts than hold is sound.

use super::along;
use super::conflict::multiple;
use super::threads::{Pairing, Who};
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::{Access, Along, ArrayId, Cells, Kernel, MemorySpace, Pattern, Stated, walk};
use crate::term::{BinaryOp, CastOp, CompareOp, FuncKind, Node, Term, Terms, Width};
use crate::verdict::Assumption;
use std::collections::BTreeSet;

/// The most facts for one query. A missing one only weakens it, which is sound.
const MOST_FACTS: usize = 200;

/// What a place holds, where a query reads it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Cell {
    pub(crate) array: ArrayId,
    pub(crate) width: Width,
    /// In bytes from the array's start, 64 bits.
    pub(super) place: Term,
    pub(super) value: Term,
}

impl Cell {
    /// The value in 64 bits.
    pub(super) fn widened(self, terms: &mut Terms, signed: bool) -> Term {
        terms.cast(if signed { CastOp::Sext } else { CastOp::Zext }, 64, self.value)
    }
}

/// Whether the kernel leaves an array of global memory as it finds it.
pub(crate) fn is_unwritten(kernel: &Kernel, array: ArrayId) -> bool {
    let Some(own) = kernel.arrays.get(array.0) else { return false };
    let may_be = |a: &Access| a.array == array || kernel.arrays.get(a.array.0).is_none_or(|other| other.unknown_object);
    let copies = kernel.overtaken.iter().flat_map(|o| [&o.copy, &o.access]);
    let written = walk::accesses(&kernel.body).chain(copies).any(|a| a.writes() && may_be(a));
    own.space == MemorySpace::Global && !own.unknown_object && !written
}

/// What `roots` read of arrays that the kernel does not write, in order.
pub(crate) fn cells(world: &Prepared, roots: &[Term]) -> Vec<Cell> {
    let terms = &world.terms;
    let mut unwritten: Vec<(ArrayId, bool)> = vec![];
    let mut read = |(app, func)| {
        let info = terms.func_info(func);
        let FuncKind::Memory { array: Some(array) } = info.kind else { return None };
        let (array, width) = (ArrayId(array), info.width);
        let known = unwritten.iter().find(|(a, _)| *a == array).map(|(_, is)| *is);
        let is_unwritten = known.unwrap_or_else(|| {
            let is = is_unwritten(&world.kernel, array);
            unwritten.push((array, is));
            is
        });
        let Node::Apply(_, arguments) = terms.node(app) else { return None };
        let place = *arguments.last()?;
        (is_unwritten && terms.width(place) == 64).then_some(Cell { array, width, place, value: app })
    };
    let found: BTreeSet<Cell> = terms.apps_of(roots).into_iter().filter_map(&mut read).collect();
    found.into_iter().collect()
}

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
    use crate::smt::Model;
    use crate::term::{Func, FuncInfo, Owner, Sharing};

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
}
