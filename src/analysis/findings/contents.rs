//! Data-conditional races: contracts on the contents of arrays under which a race whose place comes out of memory is none
//! (docs/design.md section 3, "Contracts on contents").
//!
//! `out[idx[i]] = x;` races where `idx` holds a value twice. So contracts on the arrays that the place is read from are tried, the
//! weaker ones first, of all of an array; then the cells that they have to be about are bounded by what the source has a name for:
//! `__requires_distinct(idx, n)`. Where one contract will not do, two are tried.
//!
//! **Invariant:** a contract was proved to exclude the query, and both accesses still happen under it.
//! Direction: that none is found says nothing. Whether numbers are signed is known of arrays that are parameters, and else found
//! from how they are used: where the source's type is another one, the contract says something else, and a proof from it will
//! show that.

use super::candidates::{dimensions, params};
use super::condition::Search;
use super::quantity::Quantity;
use super::weigh::Found;
use crate::analysis::asking::decide::{Session, Witness};
use crate::analysis::asking::judge::Rest;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::contents::{Cell, cells, instances};
use crate::kernel::{Array, ArrayId, Kernel, Pattern, Stated};
use crate::term::{Axis, CastOp, CompareOp, FuncKind, Node, Term, Terms, Width};
use crate::verdict::{Approximation, Unfollowed};

/// The most arrays that contracts are looked for of.
const MOST_ARRAYS: usize = 3;
/// The most bounds of ranges, and of how many cells a contract is about.
const MOST_BOUNDS: usize = 4;

/// A contract that is tried, with the source's words for it.
#[derive(Clone)]
struct Candidate {
    stated: Stated,
    array: String,
    /// Of bounds of values, with a comma before it.
    bounds: String,
    /// How many cells it is about; all if there is none.
    extent: Option<String>,
}

impl Candidate {
    /// That the values of its array are from 0 on and below a bound.
    fn within(&self, terms: &mut Terms, bound: &Amount) -> Candidate {
        let (low, high) = (terms.constant(64, 0), bound.whole(terms));
        let stated = Stated { count: None, pattern: Pattern::Within(low, high), ..self.stated.clone() };
        Candidate { stated, array: self.array.clone(), bounds: format!(", 0, {}", bound.text), extent: None }
    }

    /// As it stands in the source.
    fn text(&self) -> String {
        let name = match self.stated.pattern {
            Pattern::Distinct => "distinct",
            Pattern::Sorted => "sorted",
            Pattern::Increasing => "increasing",
            Pattern::Equal => "equal",
            Pattern::Within(..) => "range",
        };
        let extent = self.extent.as_deref().unwrap_or("/* all of its cells */");
        format!("__requires_{name}({}, {extent}{})", self.array, self.bounds)
    }
}

/// Contracts that together exclude a race whose witness rests on contents of memory, as they stand in the source; none if the
/// place does not come out of memory, or if no contract is known.
pub(crate) fn contracts(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    witness: &Witness,
) -> Vec<String> {
    if !rests_on_contents(witness) {
        return vec![];
    }
    let query = found.query;
    let asserted: Vec<Term> = query.asserted().into_iter().chain(found.together.iter().copied()).collect();
    let cells = cells(world, &asserted);
    let arrays = of_places(world, query, &cells);
    let places: Vec<Term> = places(query).collect();
    let bounds: Vec<Quantity> = params(&world.terms, places);
    let bounds = amounts(world, query, bounds);
    let extents = extents(world, query);
    let extents = amounts(world, query, extents);
    let candidates: Vec<Candidate> =
        arrays.iter().flat_map(|array| candidates(world, &asserted, *array, &bounds)).collect();
    let search = Search::new(query, found.together).with(&witness.model);
    let mut search = Inference { search, cells, known: &query.axioms };
    session.be_brief(true);
    let found = search.weakest(session, world, &candidates, &extents);
    session.be_brief(false);
    found.iter().map(Candidate::text).collect()
}

/// Whether a witness needs certain contents of memory, and nothing else that is not known for other reasons.
fn rests_on_contents(witness: &Witness) -> bool {
    let is_contents = |rest: &Rest| matches!(rest, Rest::Value { value: Unfollowed::Contents { .. }, .. });
    let may_be = |rest: &Rest| match rest {
        Rest::Value { value: Unfollowed::Contents { .. } | Unfollowed::Result { .. }, .. } => true,
        Rest::Value { value: Unfollowed::Opaque { .. }, .. } => false,
        Rest::Common(why) => matches!(why, Approximation::EarlierIteration { .. } | Approximation::LongLoops),
    };
    witness.approximations.iter().any(is_contents) && witness.approximations.iter().all(may_be)
}

/// Where the two accesses are.
fn places(query: &Query) -> impl Iterator<Item = Term> + '_ {
    query.sides.iter().filter_map(|side| side.range).map(|(offset, _)| offset)
}

/// The arrays that the places of the two accesses are read from, with the width of their cells.
fn of_places(world: &Prepared, query: &Query, all: &[Cell]) -> Vec<(ArrayId, Width)> {
    let places: Vec<Term> = places(query).collect();
    let of_loop = |f| matches!(world.terms.func_info(f).kind, FuncKind::Loop { .. });
    let carried = world.terms.apps_of(&places).into_iter().any(|(_, f)| of_loop(f));
    let read = if carried { all.to_vec() } else { cells(world, &places) };
    let mut arrays: Vec<(ArrayId, Width)> = read.iter().map(|cell| (cell.array, cell.width)).collect();
    arrays.dedup();
    arrays.retain(|(array, _)| world.kernel.arrays.get(array.0).is_some_and(|a| is_name(source_name(a))));
    arrays.truncate(MOST_ARRAYS);
    arrays
}

/// Whether the source can say it: names, with dots between those of fields.
fn is_name(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    text.split('.').all(is_word)
}

fn source_name(array: &Array) -> &str {
    array.written.as_ref().unwrap_or(&array.name)
}

/// What cells may be counted by: parameters, then extents of the launch.
fn extents(world: &mut Prepared, query: &Query) -> Vec<Quantity> {
    let mut all: Vec<Quantity> = params(&world.terms, query.facts.clone());
    all.retain(|q| is_name(&q.text));
    all.truncate(MOST_BOUNDS);
    let grid = Axis::ALL.map(|axis| (axis, world.grid_dim[axis as usize]));
    let grid = grid.into_iter().filter(|(_, extent)| world.terms.as_const(*extent) != Some(1));
    all.extend(grid.map(|(axis, term)| Quantity { text: format!("gridDim.{}", axis.letter()), term, launch: true }));
    all.extend(dimensions(world, false));
    all.extend(dimensions(world, true));
    all
}

fn amounts(world: &Prepared, query: &Query, all: Vec<Quantity>) -> Vec<Amount> {
    let amount = |q: Quantity| {
        let is_unsigned = q.launch || is_read_as_unsigned(&world.terms, &query.facts, &|_, t| t == q.term);
        // `threadIdx.x < n` reads an `int` so.
        let is_int = is_unsigned && declared_type(&world.kernel, &q.text).is_some_and(|ty| ty == "int");
        let text = if is_int { format!("(unsigned){}", q.text) } else { q.text };
        Amount { widened: if is_unsigned { CastOp::Zext } else { CastOp::Sext }, text, term: q.term }
    };
    all.into_iter().filter(|q| q.launch || is_name(&q.text)).map(amount).collect()
}

/// A number as the source has it.
#[derive(Clone)]
struct Amount {
    text: String,
    term: Term,
    /// How it becomes one of 64 bits.
    widened: CastOp,
}

impl Amount {
    fn whole(&self, terms: &mut Terms) -> Term {
        terms.cast(self.widened, 64, self.term)
    }

    fn and_one(&self, terms: &mut Terms) -> Amount {
        let one = terms.constant(terms.width(self.term), 1);
        Amount { text: format!("{} + 1", self.text), term: terms.add(self.term, one), widened: self.widened }
    }
}

/// The type of a parameter of the kernel, as the kernel's name has it.
fn declared_type(kernel: &Kernel, parameter: &str) -> Option<String> {
    let at = kernel.parameters.iter().position(|name| name == parameter)?;
    let mut parts = vec![String::new()];
    let mut depth = 0u32;
    // The last brackets are those of the parameters.
    for c in kernel.name.strip_suffix(')')?.chars().rev() {
        match c {
            ')' | '>' | ']' => depth += 1,
            '(' if depth == 0 => break,
            '(' | '<' | '[' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut()?.push(c),
        }
    }
    if parts.len() != kernel.parameters.len() {
        return None;
    }
    let ty: String = parts.iter().rev().nth(at)?.chars().rev().collect();
    Some(ty.trim().to_owned())
}

/// The bits and the signedness of the whole numbers that a parameter of the kernel points to: `None` if its type is not known,
/// and `Some(None)` if it points to something else.
fn declared(kernel: &Kernel, array: &str) -> Option<Option<(Width, bool)>> {
    let ty = declared_type(kernel, array)?;
    let words: Vec<&str> = ty.trim().strip_suffix('*')?.split_whitespace().collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !matches!(*word, "const" | "volatile")).collect();
    Some(match words.as_slice() {
        ["char"] | ["signed", "char"] => Some((8, true)),
        ["bool"] | ["unsigned", "char"] => Some((8, false)),
        ["short"] => Some((16, true)),
        ["unsigned", "short"] => Some((16, false)),
        ["int"] => Some((32, true)),
        ["unsigned", "int"] => Some((32, false)),
        ["long"] | ["long", "long"] => Some((64, true)),
        ["unsigned", "long"] | ["unsigned", "long", "long"] => Some((64, false)),
        _ => None,
    })
}

/// The contracts on an array, the weaker ones first.
fn candidates(
    world: &mut Prepared,
    asserted: &[Term],
    (array, width): (ArrayId, Width),
    bounds: &[Amount],
) -> Vec<Candidate> {
    let name = world.kernel.arrays.get(array.0).map(|a| source_name(a).to_owned()).unwrap_or_default();
    let signed = match declared(&world.kernel, &name) {
        Some(Some((bits, signed))) if bits == width => signed,
        Some(_) => return vec![],
        None => !is_read_as_unsigned(&world.terms, asserted, &|terms, t| is_cell(terms, t, array)),
    };
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

/// Whether what `is` finds is widened or compared as unsigned numbers.
fn is_read_as_unsigned(terms: &Terms, roots: &[Term], is: &dyn Fn(&Terms, Term) -> bool) -> bool {
    terms.reachable(roots).into_iter().any(|t| match *terms.node(t) {
        Node::Cast(CastOp::Zext, _, of) => is(terms, of),
        Node::Compare(CompareOp::Ult | CompareOp::Ule, a, b) => is(terms, a) || is(terms, b),
        Node::Cast(CastOp::Sext | CastOp::Trunc, ..)
        | Node::Compare(CompareOp::Eq | CompareOp::Slt | CompareOp::Sle, ..)
        | Node::Apply(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Ite(..) => false,
    })
}

/// Whether a term is what a cell of the array holds.
fn is_cell(terms: &Terms, t: Term, array: ArrayId) -> bool {
    let of_array = |(app, f)| app == t && terms.func_info(f).kind == FuncKind::Memory { array: Some(array.0) };
    terms.apps_of(&[t]).into_iter().any(of_array)
}

struct Inference<'q> {
    search: Search<'q>,
    cells: Vec<Cell>,
    /// What contracts in the source say already, among others.
    known: &'q [Term],
}

impl Inference<'_> {
    /// The first contract that will do, or else the first two, or that all arrays are distinct, about as few cells as the source
    /// has a name for.
    fn weakest(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        candidates: &[Candidate],
        extents: &[Amount],
    ) -> Vec<Candidate> {
        let alone = candidates.iter().map(|c| vec![c.clone()]);
        let several: Vec<&Candidate> = candidates.iter().filter(|c| c.stated.pattern != Pattern::Equal).collect();
        let pairs = (0..several.len()).flat_map(|i| (i + 1..several.len()).map(move |j| [i, j]));
        let pairs = pairs.map(|pair| pair.map(|i| several[i].clone()).to_vec());
        // Each array leads into the next one.
        let maps: Vec<Candidate> =
            candidates.iter().filter(|c| c.stated.pattern == Pattern::Distinct).cloned().collect();
        let chain = (maps.len() > 2).then_some(maps);
        for mut set in alone.chain(pairs).chain(chain) {
            if !self.excludes(session, world, &set) {
                continue;
            }
            for i in 0..set.len() {
                self.bound(session, world, (&mut set, i), (candidates, extents));
            }
            let mut facts = self.facts(&mut world.terms, &set);
            facts.extend(self.known);
            if self.search.happens(session, world, &facts) {
                return set;
            }
        }
        vec![]
    }

    /// Has one contract of a set that will do say of how many cells it is, if the source has a name for that. Where the cells
    /// are found by contents of another array, that these are in the range is another contract.
    fn bound(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        (set, i): (&mut Vec<Candidate>, usize),
        (candidates, extents): (&[Candidate], &[Amount]),
    ) {
        let all = bounded(&mut world.terms, &set[i], extents);
        for by in &all {
            let unbounded = std::mem::replace(&mut set[i], by.clone());
            if self.excludes(session, world, set) {
                return;
            }
            set[i] = unbounded;
        }
        // One of each array.
        let others = candidates.iter().filter(|c| c.stated.pattern == Pattern::Distinct);
        let others = others.filter(|c| c.stated.array != set[i].stated.array).collect::<Vec<_>>();
        for (other, (by, extent)) in
            others.iter().flat_map(|other| all.iter().step_by(2).zip(extents).map(move |e| (other, e)))
        {
            let mut more = set.clone();
            more[i] = by.clone();
            more.push(other.within(&mut world.terms, extent));
            if self.excludes(session, world, &more) {
                let last = set.len();
                *set = more;
                self.bound(session, world, (set, last), (&[], extents));
                return;
            }
        }
    }

    fn excludes(&mut self, session: &mut Session<'_>, world: &mut Prepared, set: &[Candidate]) -> bool {
        let facts = self.facts(&mut world.terms, set);
        let all = world.terms.all(facts);
        !world.terms.is_true(all) && self.search.excludes(session, world, all)
    }

    fn facts(&self, terms: &mut Terms, set: &[Candidate]) -> Vec<Term> {
        set.iter().flat_map(|c| instances(terms, &c.stated, &self.cells)).collect()
    }
}

/// A contract about the first so many cells, and about one more, for each way to say so in turn.
fn bounded(terms: &mut Terms, candidate: &Candidate, extents: &[Amount]) -> Vec<Candidate> {
    let mut found = vec![];
    for amount in extents {
        for amount in [amount.clone(), amount.and_one(terms)] {
            let stated = Stated { count: Some(amount.whole(terms)), ..candidate.stated.clone() };
            found.push(Candidate { stated, extent: Some(amount.text), ..candidate.clone() });
        }
    }
    found
}
