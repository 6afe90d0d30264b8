//! Conditional findings (DESIGN section 2): a simple condition on parameters and launch under which a witness and all others
//! of its query are impossible, and which leaves the two threads doing what they do otherwise.
//!
//! Candidates are comparisons of a *subject* with a quantity that all threads share, the weaker ones first: strides and
//! extents against extents and dimensions, multiples, a threshold that is searched, powers of two, equality. A model of
//! the query under one candidate refutes all candidates that it satisfies. A search that leaves questions open is *cut*: what
//! has then a witness may have a contract that excludes it.
//!
//! **Invariant:** a condition was proved to exclude the query, and what both sides do still happens under it: in the threads
//! and iterations of the witness if it is about parameters, since conditions that only switch accesses or iterations off
//! are none.
//! Direction: that none is found says that none of the candidates will do.

use super::decide::Session;
use super::prepare::Prepared;
use super::query::Query;
use crate::smt::{Answer, Model};
use crate::term::{BinaryOp, CastOp, FuncKind, Node, Term, Terms, Var, VarKind};
use crate::verdict::Level;
use std::collections::BTreeSet;

/// The most questions to the solver for one query, and how many may stay open.
const MOST_QUESTIONS: usize = 60;
const MOST_OPEN: usize = 2;
/// Thresholds of parameters are searched up to this value.
const LARGEST: i64 = 1 << 16;
/// The largest number that multiples are looked for of.
const LARGEST_FACTOR: u64 = 64;
/// Smaller blocks have no second warp to race with, or to wait for.
const SMALLEST_BLOCK: i64 = 64;
/// But other blocks.
const SMALLEST_OF_GRID: i64 = 32;

/// A fact about values that all threads share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Condition {
    /// In C++, for a contract.
    pub(super) text: String,
    pub(super) fact: Term,
}

/// What conditions are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// What decides where the accesses go: conditions that only switch them off are none.
    Addresses,
    /// What decides which threads come.
    Threads,
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sought {
    Found(Condition),
    /// No candidate will do.
    None,
    /// Some candidates were not decided.
    Cut,
}

/// What a finding rests on if the search was cut.
pub(super) const CUT: &str =
    "that no contract on parameters and launch excludes it: the search for one was not finished";

/// A shared value by the name that the source has for it.
#[derive(Clone, Debug)]
struct Quantity {
    text: String,
    term: Term,
    /// It stands for a dimension, and so is unsigned in C++.
    launch: bool,
}

/// One kind of condition.
enum Candidate {
    Fixed(Condition),
    /// The least `c` for which `subject >= c` will do.
    AtLeast(Quantity),
    /// The greatest `c` for which `subject <= c` will do.
    AtMost(Quantity),
}

struct Search<'q> {
    query: &'q Query,
    /// What both sides need to happen at all.
    together: &'q [Term],
    witness: &'q Model,
    models: Vec<Model>,
    questions: usize,
    open: usize,
}

/// Looks for the weakest condition that excludes `query`, which has the witness `model`; it is one of `known` if that does.
pub(super) fn condition(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (model, together): (&Model, &[Term]),
    subject: Subject,
    known: &[Condition],
) -> Sought {
    let mut search = Search { query, together, witness: model, models: vec![model.clone()], questions: 0, open: 0 };
    let known = known.iter().cloned().map(Candidate::Fixed);
    let candidates: Vec<Candidate> = known.chain(candidates(world, query, subject)).collect();
    session.be_brief(true);
    let found = candidates.into_iter().find_map(|c| match c {
        Candidate::Fixed(c) => search.serves(session, world, &c).then_some(c),
        Candidate::AtLeast(q) => search.threshold(session, world, 1, LARGEST, &|terms, c| bound(terms, &q, c, true)),
        Candidate::AtMost(q) => {
            let reversed = |terms: &mut Terms, c: i64| bound(terms, &q, -c, false);
            let of_blocks = subject == Subject::Addresses && query.level == Level::Grid;
            let smallest = if of_blocks { SMALLEST_OF_GRID } else { SMALLEST_BLOCK };
            search.threshold(session, world, -1024, -smallest, &reversed)
        }
    });
    session.be_brief(false);
    match found {
        Some(condition) => Sought::Found(condition),
        None if search.open > 0 || search.questions >= MOST_QUESTIONS => Sought::Cut,
        None => Sought::None,
    }
}

/// Whether `one` is proved to imply `other` for every launch.
pub(super) fn implies(session: &mut Session<'_>, world: &mut Prepared, one: &Condition, other: &Condition) -> bool {
    let fails = world.terms.not(other.fact);
    match session.solve(&mut world.terms, &[one.fact, fails], &mut |_, _| true) {
        Answer::Unsat { .. } => true,
        Answer::Sat(_) | Answer::Unknown { .. } => false,
    }
}

impl Search<'_> {
    /// Whether the query is impossible under `condition`, and what it is about still happens.
    fn serves(&mut self, session: &mut Session<'_>, world: &mut Prepared, condition: &Condition) -> bool {
        self.excludes(session, world, condition.fact) && {
            let mut facts: Vec<Term> = self.together.iter().copied().chain([condition.fact]).collect();
            facts.extend(self.as_in_witness(&mut world.terms, condition));
            match session.solve(&mut world.terms, &facts, &mut |_, _| true) {
                Answer::Sat(_) => true,
                Answer::Unsat { .. } => false,
                Answer::Unknown { .. } => {
                    self.open += 1;
                    false
                }
            }
        }
    }

    /// A condition on parameters leaves the threads of the witness, with their iterations, what they do.
    fn as_in_witness(&self, terms: &mut Terms, condition: &Condition) -> Vec<Term> {
        let is_param = |terms: &Terms, v: Var| terms.var_info(v).kind == VarKind::Param;
        if !terms.vars_of(&[condition.fact]).into_iter().any(|v| is_param(terms, v)) {
            return vec![];
        }
        let others: Vec<Var> = terms.vars_of(self.together).into_iter().filter(|v| !is_param(terms, *v)).collect();
        let known = others.into_iter().filter_map(|v| Some((v, *self.witness.vars.get(&v)?)));
        known
            .map(|(v, value)| {
                let value = terms.constant(terms.var_info(v).width, value);
                let v = terms.var(v);
                terms.eq(v, value)
            })
            .collect()
    }

    fn excludes(&mut self, session: &mut Session<'_>, world: &mut Prepared, fact: Term) -> bool {
        let refuted = |m: &Model| m.holds(&world.terms, fact) != Some(false);
        if self.questions >= MOST_QUESTIONS || self.open >= MOST_OPEN || self.models.iter().any(refuted) {
            return false;
        }
        self.questions += 1;
        let mut facts = self.query.asserted();
        facts.extend(self.query.limit);
        facts.push(fact);
        match session.solve(&mut world.terms, &facts, &mut |_, _| true) {
            Answer::Unsat { arithmetic } => {
                session.arithmetic |= arithmetic;
                true
            }
            Answer::Sat(model) => {
                self.models.push(model);
                false
            }
            Answer::Unknown { .. } => {
                self.open += 1;
                false
            }
        }
    }

    /// The condition for the least number from `least` to `most` for which it serves, if it serves for `most`: greater
    /// numbers make stronger conditions.
    fn threshold(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        least: i64,
        most: i64,
        at: &dyn Fn(&mut Terms, i64) -> Option<Condition>,
    ) -> Option<Condition> {
        let (mut low, mut high) = (least, most);
        let mut found = at(&mut world.terms, most).filter(|c| self.serves(session, world, c))?;
        while low < high {
            let middle = low + (high - low) / 2;
            match at(&mut world.terms, middle).filter(|c| self.serves(session, world, c)) {
                Some(c) => (high, found) = (middle, c),
                None => low = middle + 1,
            }
        }
        Some(found)
    }
}

/// `q >= c` or `q <= c`.
fn bound(terms: &mut Terms, q: &Quantity, c: i64, at_least: bool) -> Option<Condition> {
    let constant = terms.int(terms.width(q.term), c);
    let (sign, fact) = if at_least { (">=", terms.sle(constant, q.term)) } else { ("<=", terms.sle(q.term, constant)) };
    Some(Condition { text: format!("{} {sign} {c}", q.text), fact })
}

/// The candidates in the order in which they are tried.
fn candidates(world: &mut Prepared, query: &Query, subject: Subject) -> Vec<Candidate> {
    let roots: Vec<Term> = match subject {
        Subject::Addresses => query.sides.iter().flat_map(|s| s.range).flat_map(|(o, b)| [o, b]).collect(),
        Subject::Threads => query.facts.clone(),
    };
    let (about, all) = (params(&world.terms, roots), params(&world.terms, query.facts.clone()));
    let (blocks, threads) = (dimensions(world, false), dimensions(world, true));
    let mut found = vec![];
    // Where the threads are of one block, the size of the grid would be a coincidence.
    let of_grid = subject == Subject::Threads || query.level == Level::Grid;
    let extents: Vec<Quantity> = blocks.iter().chain(threads.iter().filter(|_| of_grid)).cloned().collect();
    if subject == Subject::Threads {
        for (s, q) in about.iter().flat_map(|s| blocks.iter().map(move |q| (s, q))) {
            found.extend(multiple(&mut world.terms, s, q));
        }
    }
    for s in &about {
        let others = all.iter().filter(|o| o.term != s.term);
        for q in others.chain(&extents) {
            found.extend(at_least(&mut world.terms, s, q));
        }
        if subject == Subject::Addresses {
            found.extend(multiples(&mut world.terms, s, &query.facts));
            found.push(Candidate::AtLeast(s.clone()));
        }
    }
    for s in &blocks {
        found.extend(multiples(&mut world.terms, s, &query.facts));
    }
    let symbolic: Vec<&Quantity> = blocks.iter().filter(|b| world.terms.as_const(b.term).is_none()).collect();
    for s in symbolic {
        found.push(power_of_two(&mut world.terms, s));
        if of_grid {
            found.push(Candidate::AtMost(s.clone()));
        }
    }
    for s in &about {
        found.push(power_of_two(&mut world.terms, s));
        for q in &extents {
            found.extend(equal(&mut world.terms, s, q));
        }
    }
    found
}

/// The parameters that decide these values, those of loops that they depend on included.
fn params(terms: &Terms, mut roots: Vec<Term>) -> Vec<Quantity> {
    let of_loop = |f| matches!(terms.func_info(f).kind, FuncKind::Loop { .. });
    if terms.apps_of(&roots).into_iter().any(|(_, f)| of_loop(f)) {
        roots.extend(terms.funcs().filter_map(|f| terms.func_info(f).axiom.as_ref().map(|a| a.body)));
    }
    let is_param = |v: &Var| {
        let info = terms.var_info(*v);
        info.kind == VarKind::Param && info.copy == 0 && info.width >= 32 && !info.name.is_empty()
    };
    let vars = terms.vars_of(&roots).into_iter().filter(is_param);
    let named = |v: Var| (v, terms.var_info(v).name.clone());
    let reachable = terms.reachable(&roots);
    let term = |v: Var| reachable.iter().copied().find(|t| *terms.node(*t) == Node::Var(v));
    vars.map(named).filter_map(|(v, text)| Some(Quantity { text, term: term(v)?, launch: false })).collect()
}

/// `blockDim` by axis; or `gridDim * blockDim`, if `whole`. Axes of extent 1 say nothing.
fn dimensions(world: &mut Prepared, whole: bool) -> Vec<Quantity> {
    let terms = &mut world.terms;
    let mut found = vec![];
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        let (block, grid) = (world.block_dim[axis], world.grid_dim[axis]);
        if whole && terms.as_const(grid) != Some(1) {
            let term = terms.mul(grid, block);
            found.push(Quantity { text: format!("gridDim.{name} * blockDim.{name}"), term, launch: true });
        } else if !whole && terms.as_const(block) != Some(1) {
            found.push(Quantity { text: format!("blockDim.{name}"), term: block, launch: true });
        }
    }
    found
}

/// `q` at the width of `s`, with its text for a signed comparison.
fn fitted(terms: &mut Terms, s: &Quantity, q: &Quantity) -> Option<(Term, String)> {
    let (width, own) = (terms.width(s.term), terms.width(q.term));
    match (q.launch, width == own) {
        (false, true) => Some((q.term, q.text.clone())),
        (true, true) if q.text.contains(' ') => Some((q.term, format!("(int)({})", q.text))),
        (true, true) => Some((q.term, format!("(int){}", q.text))),
        (true, false) => Some((terms.cast(CastOp::Zext, width, q.term), q.text.clone())),
        (false, false) => None,
    }
}

fn at_least(terms: &mut Terms, s: &Quantity, q: &Quantity) -> Option<Candidate> {
    let (term, text) = fitted(terms, s, q)?;
    let fact = terms.sle(term, s.term);
    Some(Candidate::Fixed(Condition { text: format!("{} >= {text}", s.text), fact }))
}

fn equal(terms: &mut Terms, s: &Quantity, q: &Quantity) -> Option<Candidate> {
    let (term, _) = fitted(terms, s, q)?;
    let fact = terms.eq(term, s.term);
    Some(Candidate::Fixed(Condition { text: format!("{} == {}", s.text, q.text), fact }))
}

fn multiple(terms: &mut Terms, s: &Quantity, q: &Quantity) -> Option<Candidate> {
    let (term, _) = fitted(terms, s, q)?;
    let rest = terms.binary(BinaryOp::URem, s.term, term);
    let zero = terms.constant(terms.width(s.term), 0);
    let fact = terms.eq(rest, zero);
    Some(Candidate::Fixed(Condition { text: format!("{} % {} == 0", s.text, q.text), fact }))
}

/// `s` is a multiple of the powers of two that something of it alone is divided by, or anything is scaled by.
fn multiples(terms: &mut Terms, s: &Quantity, facts: &[Term]) -> Vec<Candidate> {
    let own = terms.vars_of(&[s.term]);
    let factor = |t: Term| {
        let Node::Binary(op, a, b) = *terms.node(t) else { return None };
        let (scaled, by) = terms.as_const(a).map_or((a, terms.as_const(b)), |by| (b, Some(by)));
        let (divides, by) = match op {
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => (true, by?),
            BinaryOp::LShr | BinaryOp::AShr => (true, 1u64.checked_shl(by?.try_into().ok()?)?),
            BinaryOp::And => (true, by?.checked_add(1)?),
            BinaryOp::Mul => (false, by?),
            BinaryOp::Shl => (false, 1u64.checked_shl(by?.try_into().ok()?)?),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor => return None,
        };
        let fits = !divides || terms.vars_of(&[scaled]) == own;
        (fits && by.is_power_of_two() && (2..=LARGEST_FACTOR).contains(&by)).then_some(by)
    };
    let factors: BTreeSet<u64> = terms.reachable(facts).into_iter().filter_map(factor).collect();
    let width = terms.width(s.term);
    let one = |by| {
        let (less, zero) = (terms.constant(width, by - 1), terms.constant(width, 0));
        let rest = terms.binary(BinaryOp::And, s.term, less);
        let fact = terms.eq(rest, zero);
        Candidate::Fixed(Condition { text: format!("{} % {by} == 0", s.text), fact })
    };
    factors.into_iter().map(one).collect()
}

fn power_of_two(terms: &mut Terms, s: &Quantity) -> Candidate {
    let width = terms.width(s.term);
    let (zero, minus_one) = (terms.constant(width, 0), terms.int(width, -1));
    let less = terms.add(s.term, minus_one);
    let both = terms.binary(BinaryOp::And, s.term, less);
    let fact = terms.eq(both, zero);
    Candidate::Fixed(Condition { text: format!("({0} & ({0} - 1)) == 0", s.text), fact })
}
