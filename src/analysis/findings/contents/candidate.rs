//! Contracts on contents that are tried.

use super::declared::{Amount, is_name, signedness, source_name};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::cells::Cell;
use crate::kernel::{Along, ArrayId, Cells, Pattern, Stated};
use crate::term::{Term, Terms, Width};

/// The most bounds of ranges.
const MOST_BOUNDS: usize = 4;
/// The most arrays that one is related to.
const MOST_OTHERS: usize = 3;

/// A contract that is tried, with the source's words for it.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) stated: Stated,
    pub(super) array: String,
    /// Of bounds of values, or the second array, with a comma before it.
    pub(super) bounds: String,
    /// How many cells it is about; all if there is none.
    pub(super) extent: Option<String>,
}

impl Candidate {
    /// That the values of its array are from 0 on and below a bound.
    pub(super) fn within(&self, terms: &mut Terms, bound: &Amount) -> Candidate {
        let (low, high) = (terms.constant(64, 0), bound.whole(terms));
        let stated = Stated { count: None, pattern: Pattern::Within(low, high), ..self.stated.clone() };
        Candidate { stated, array: self.array.clone(), bounds: format!(", 0, {}", bound.text), extent: None }
    }

    /// As it stands in the source.
    pub(super) fn text(&self) -> String {
        let name = match self.stated.pattern {
            Pattern::Distinct => "distinct",
            Pattern::Sorted => "sorted",
            Pattern::Increasing => "increasing",
            Pattern::Equal => "equal",
            Pattern::Within(..) => "range",
            Pattern::Along(Along::Offsets, _) => "offsets",
            Pattern::Along(Along::Sums, _) => "sums",
            Pattern::Along(Along::Intervals, _) => "intervals",
        };
        let extent = self.extent.as_deref().unwrap_or("/* all of its cells */");
        format!("__requires_{name}({}, {extent}{})", self.array, self.bounds)
    }
}

/// The contracts on an array, the weaker ones first.
pub(super) fn candidates(
    world: &mut Prepared,
    asserted: &[Term],
    (array, width): (ArrayId, Width),
    bounds: &[Amount],
) -> Vec<Candidate> {
    let name = world.kernel.arrays.get(array.0).map(|a| source_name(a).to_owned()).unwrap_or_default();
    let Some(signed) = signedness(world, asserted, (array, width), &name) else { return vec![] };
    let terms = &mut world.terms;
    let (guard, start) = (terms.truth(), terms.constant(64, 0));
    let of = |pattern, bounds: String| {
        let stated = Stated { array, guard, start, count: None, width, signed, pattern, line: 0 };
        Candidate { stated, array: name.clone(), bounds, extent: None }
    };
    let mut all: Vec<Candidate> = [Pattern::Distinct, Pattern::Sorted, Pattern::Increasing]
        .into_iter()
        .map(|pattern| of(pattern, String::new()))
        .collect();
    let any = of(Pattern::Equal, String::new());
    all.extend(bounds.iter().take(MOST_BOUNDS).map(|bound| any.within(terms, bound)));
    all.push(any);
    all
}

/// The contracts that relate an array to another one that the query reads, of whole numbers, too.
pub(super) fn alongside(world: &Prepared, asserted: &[Term], of_one: &[Candidate], cells: &[Cell]) -> Vec<Candidate> {
    let mut others: Vec<(ArrayId, Width)> = cells.iter().map(|cell| (cell.array, cell.width)).collect();
    others.dedup();
    let mut found = vec![];
    for candidate in of_one.iter().filter(|c| c.stated.pattern == Pattern::Distinct) {
        for (array, width) in others.iter().filter(|(array, _)| *array != candidate.stated.array).take(MOST_OTHERS) {
            let Some(name) = world.kernel.arrays.get(array.0).map(source_name).filter(|name| is_name(name)) else {
                continue;
            };
            let Some(signed) = signedness(world, asserted, (*array, *width), name) else { continue };
            let cells = Cells { array: *array, start: candidate.stated.start, width: *width, signed };
            let along = |how| Candidate {
                stated: Stated { pattern: Pattern::Along(how, cells), ..candidate.stated.clone() },
                array: candidate.array.clone(),
                bounds: format!(", {name}"),
                extent: None,
            };
            // A place may be counted from where an interval ends.
            let (how, own) = (Along::Intervals, candidate.stated.cells());
            let pattern = Pattern::Along(how, own);
            let ends = Candidate {
                stated: Stated { array: *array, width: *width, signed, pattern, ..candidate.stated.clone() },
                array: name.to_owned(),
                bounds: format!(", {}", candidate.array),
                extent: None,
            };
            found.extend([along(how), ends, along(Along::Offsets), along(Along::Sums)]);
        }
    }
    found
}
