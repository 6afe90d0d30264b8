//! Conditional findings (docs/design.md section 2): a simple condition on parameters and launch under which a witness and all others
//! of its query are impossible, and which leaves the two threads doing what they do otherwise.
//!
//! A model of the query under one candidate refutes all candidates that it satisfies. A search that leaves questions open is
//! *cut*: what has then a witness may have a contract that excludes it.
//!
//! **Invariant:** a condition was proved to exclude the query, and what both sides do still happens under it: in the threads
//! and iterations of the witness if it is about parameters, since conditions that only switch accesses or iterations off
//! are none.
//! Direction: that none is found says that none of the candidates will do by itself; several of them together are tried
//! where none does.

use super::candidates::{Candidate, Subject, candidates, countable, equal_parameters, joint, of_one_block};
use super::held::{is_allowed, is_of_extents};
use super::meaning::{digits_apart, factors};
use super::quantity::{Condition, bound};
use super::shapes::{Shape, is_natural, shapes, tells_apart};
use super::tiles::lengths;
use crate::analysis::asking::decide::{Session, Settled};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::smt::{Answer, Model};
use crate::term::{Term, Terms, Var, VarKind};
use crate::verdict::Level;

/// The most questions to the solver for one query, and how many may stay open.
const MOST_QUESTIONS: usize = 60;
const MOST_OPEN: usize = 2;
/// The most orders of an index's digits that are asked about at length.
const MOST_THOROUGH: usize = 2;
/// The most conditions that are tried together.
const MOST_JOINT: usize = 9;
/// Thresholds of parameters are searched up to this value.
const LARGEST: i64 = 1 << 16;

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sought {
    Found(Condition),
    /// No candidate will do.
    None,
    /// Some candidates were not decided.
    Cut,
}

/// What has to happen still where a condition holds, so that it does not merely switch off what is raced with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Still {
    /// Both sides, by two threads.
    Both,
    /// Both sides, be it by one thread: in one row the only one with `threadIdx.x == 0`.
    Each,
    /// Nothing: the condition is that of launches that are seen.
    Nothing,
}

pub(super) struct Search<'q> {
    query: &'q Query,
    /// What both sides need to happen at all.
    together: &'q [Term],
    /// Conditions on parameters leave its threads what they do.
    witness: Option<&'q Model>,
    /// Conditions on the block's shape allow one of these, if there are any.
    shapes: Vec<Shape>,
    still: Still,
    models: Vec<Model>,
    questions: usize,
    open: usize,
}

/// Looks for the weakest condition that excludes `query`, which has the witness `model`; it is one of `known` if that does.
pub(crate) fn condition(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (model, together): (&Model, &[Term]),
    subject: Subject,
    known: &[Condition],
) -> Sought {
    let mut search = Search { witness: Some(model), models: vec![model.clone()], ..Search::new(query, together) };
    if subject.is_of_addresses() {
        search.shapes = shapes(world, query);
    }
    let digits = if subject.is_of_addresses() { digits_apart(&mut world.terms, query) } else { vec![] };
    let (again, new): (Vec<Condition>, Vec<Condition>) = digits.into_iter().partition(|c| known.contains(c));
    session.be_brief(true);
    let mut found = search.first_thorough(session, world, &again);
    if found.is_none() {
        let mut others = known.iter().filter(|c| !again.contains(c));
        found = others.find(|c| search.serves(session, world, c)).cloned();
    }
    if found.is_none() {
        found = search.first_thorough(session, world, &new);
    }
    if found.is_none() {
        found = candidates(world, query, subject).into_iter().find_map(|c| match c {
            Candidate::Fixed(c) => search.serves(session, world, &c).then_some(c),
            Candidate::AtLeast(q) => {
                search.threshold(session, world, 1, LARGEST, &|terms, c| bound(terms, &q, c, true))
            }
            Candidate::AtMost(q, least) => {
                search.threshold(session, world, -1024, -least, &|terms, c| bound(terms, &q, -c, false))
            }
        });
    }
    let mut cut = search.is_cut();
    if found.is_none() && subject == Subject::Addresses {
        // Models of great thresholds may be ones that wrap.
        search = Search { models: vec![model.clone()], questions: 0, open: 0, ..search };
        let members: Vec<Vec<Condition>> = joint(world, query, None).into_iter().map(|(_, forms)| forms).collect();
        found = search.jointly(session, world, &members);
        cut |= search.is_cut();
    }
    session.be_brief(false);
    came_to(found, cut)
}

fn came_to(found: Option<Condition>, cut: bool) -> Sought {
    match found {
        Some(condition) => Sought::Found(condition),
        None if cut => Sought::Cut,
        None => Sought::None,
    }
}

/// What is tried before a race is an error: extents together with what makes them countable, two equal strides, and lengths of tiles
/// that are constants elsewhere.
pub(crate) fn rare_condition(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (model, together): (&Model, &[Term]),
) -> Sought {
    let extents: Vec<Vec<Condition>> = joint(world, query, None).into_iter().map(|(_, forms)| forms).collect();
    let strides = factors(&world.terms, query);
    let mut ways = vec![];
    let counted = countable(world).filter(|_| query.level == Level::Grid && !extents.is_empty());
    ways.extend(counted.map(|counted| ([&extents[..], &[vec![counted]]].concat(), Some(model))));
    if let Some(equal) = equal_parameters(&mut world.terms, &strides) {
        let equal = vec![equal];
        // What the host computes from sizes differs with them: the witness has other ones.
        ways.extend([(vec![equal.clone()], None), ([&extents[..], &[equal]].concat(), None)]);
    }
    ways.extend(lengths(world, query).into_iter().map(|length| (vec![vec![length]], None)));
    session.be_brief(true);
    let mut cut = false;
    let found = ways.into_iter().find_map(|(way, witness)| {
        let mut search = Search { witness, models: vec![model.clone()], ..Search::new(query, together) };
        let found = search.jointly(session, world, &way);
        cut |= search.is_cut();
        found
    });
    session.be_brief(false);
    came_to(found, cut)
}

/// That there is one block, if there is no race in one and the kernel never asks which one it is.
pub(crate) fn one_block(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (model, together): (&Model, &[Term]),
) -> Option<Condition> {
    let candidates = if query.level == Level::Grid { of_one_block(world, query) } else { vec![] };
    let mut search = Search::new(query, together).with_still(Still::Nothing).with(model);
    candidates.into_iter().find(|condition| search.serves(session, world, condition))
}

/// Which of the conditions that other findings rest on excludes `query`, too.
pub(crate) fn known_condition(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (model, together): (&Model, &[Term]),
    known: &[Condition],
) -> Option<Condition> {
    let mut search = Search::new(query, together).with_still(Still::Each).with(model);
    session.be_brief(true);
    let found = known.iter().find(|condition| search.serves(session, world, condition)).cloned();
    session.be_brief(false);
    found
}

/// That the digits of an index do not overlap, where that excludes `query`.
pub(crate) fn digits(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (model, together): (&Model, &[Term]),
) -> Option<Condition> {
    let (digits, shapes) = (digits_apart(&mut world.terms, query), shapes(world, query));
    let mut search = Search { witness: Some(model), shapes, ..Search::new(query, together).with(model) };
    let before = session.grounds();
    let found = search.first_thorough(session, world, &digits);
    session.be_brief(false);
    if found.is_none() {
        session.back_to(before);
    }
    found
}

/// Whether `one` is proved to imply `other` for every launch.
pub(crate) fn implies(session: &mut Session<'_>, world: &mut Prepared, one: &Condition, other: &Condition) -> bool {
    let fails = world.terms.not(other.fact);
    match session.solve(&mut world.terms, &[one.fact, fails], &mut |_, _| true) {
        Answer::Unsat { .. } => true,
        Answer::Sat(_) | Answer::Unknown { .. } => false,
    }
}

/// All of some conditions; those without a text are none.
fn conjunction(terms: &mut Terms, all: &[Condition]) -> Condition {
    let texts: Vec<&str> = all.iter().map(|c| c.text.as_str()).filter(|text| !text.is_empty()).collect();
    Condition { text: texts.join(" && "), fact: terms.all(all.iter().map(|c| c.fact)) }
}

impl<'q> Search<'q> {
    /// One that has not begun.
    pub(super) fn new(query: &'q Query, together: &'q [Term]) -> Search<'q> {
        Search {
            query,
            together,
            witness: None,
            shapes: vec![],
            still: Still::Both,
            models: vec![],
            questions: 0,
            open: 0,
        }
    }

    /// One for conditions under which this much happens.
    pub(super) fn with_still(self, still: Still) -> Search<'q> {
        Search { still, ..self }
    }

    /// Whether it leaves something undecided.
    fn is_cut(&self) -> bool {
        self.open > 0 || self.questions >= MOST_QUESTIONS
    }

    /// The first of these that serves, asked at length in a search that is brief else; proofs with products take long.
    fn first_thorough(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        conditions: &[Condition],
    ) -> Option<Condition> {
        let open = self.open;
        session.be_brief(false);
        let of_block = |v: &Var| matches!(world.terms.var_info(*v).kind, VarKind::BlockDim(_));
        // Where no shape is natural, none is to be asked for.
        let is_asked = |c: &&Condition| match self.shapes.as_slice() {
            [] => !world.terms.vars_of(&[c.fact]).iter().any(of_block),
            shapes => is_natural(world, c.fact, shapes),
        };
        let asked: Vec<Condition> = conditions.iter().filter(is_asked).take(MOST_THOROUGH).cloned().collect();
        let found = asked.into_iter().find(|c| is_of_extents(session, world, c) && self.serves(session, world, c));
        session.be_brief(true);
        // They take none of the tries of others.
        self.open = open;
        found
    }

    /// Whether a model that is known says that there is a witness under `fact`.
    fn is_refuted(&self, world: &Prepared, fact: Term) -> bool {
        self.models.iter().any(|m| m.holds(&world.terms, fact) != Some(false))
    }

    /// Whether the query is impossible under `condition`, and what it is about still happens.
    fn serves(&mut self, session: &mut Session<'_>, world: &mut Prepared, condition: &Condition) -> bool {
        is_natural(world, condition.fact, &self.shapes)
            && self.excludes(session, world, condition.fact)
            && is_allowed(session, world, condition)
            && {
                let mut facts = self.as_in_witness(&mut world.terms, condition);
                facts.push(condition.fact);
                self.happens(session, world, &facts)
            }
    }

    /// Whether what has to happen still can where `facts` hold.
    pub(super) fn happens(&mut self, session: &mut Session<'_>, world: &mut Prepared, facts: &[Term]) -> bool {
        if self.still == Still::Nothing {
            return true;
        }
        let counts = |fact: &Term| self.still == Still::Both || !tells_apart(&world.terms, *fact);
        let together: Vec<Term> = self.together.iter().copied().filter(counts).collect();
        let facts: Vec<Term> = together.into_iter().chain(facts.iter().copied()).collect();
        match session.solve(&mut world.terms, &facts, &mut |_, _| true) {
            Answer::Sat(_) => true,
            Answer::Unsat { .. } => false,
            Answer::Unknown { .. } => {
                self.open += 1;
                false
            }
        }
    }

    /// A condition on parameters leaves the threads of the witness, with their iterations, what they do.
    fn as_in_witness(&self, terms: &mut Terms, condition: &Condition) -> Vec<Term> {
        let Some(witness) = self.witness else { return vec![] };
        let is_param = |terms: &Terms, v: Var| terms.var_info(v).kind == VarKind::Param;
        let about = terms.vars_of(&[condition.fact]);
        if !about.iter().any(|v| is_param(terms, *v)) {
            return vec![];
        }
        let mut others = terms.vars_of(self.together);
        others.retain(|v| !is_param(terms, *v) && !about.contains(v));
        let known = others.into_iter().filter_map(|v| Some((v, *witness.vars.get(&v)?)));
        known
            .map(|(v, value)| {
                let value = terms.constant(terms.var_info(v).width, value);
                let v = terms.var(v);
                terms.eq(v, value)
            })
            .collect()
    }

    /// Knows a model of the query besides.
    pub(super) fn with(self, model: &Model) -> Search<'q> {
        Search { models: vec![model.clone()], ..self }
    }

    /// Whether there is no witness under `fact`.
    pub(super) fn excludes(&mut self, session: &mut Session<'_>, world: &mut Prepared, fact: Term) -> bool {
        if self.questions >= MOST_QUESTIONS || self.open >= MOST_OPEN || self.is_refuted(world, fact) {
            return false;
        }
        self.questions += 1;
        let mut facts = self.query.asserted();
        facts.extend(self.query.limit);
        facts.push(fact);
        match session.solve(&mut world.terms, &facts, &mut |_, _| true) {
            Answer::Unsat { arithmetic } => {
                session.arithmetic |= arithmetic;
                session.rest_on(self.query, Settled::BySolver);
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

    /// All of several conditions, without those that are not needed, each in the weakest form that will do.
    pub(super) fn jointly(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        members: &[Vec<Condition>],
    ) -> Option<Condition> {
        let mut all: Vec<Condition> = members.iter().filter_map(|m| m.last().cloned()).collect();
        let strongest = conjunction(&mut world.terms, &all);
        if !(1..=MOST_JOINT).contains(&all.len()) || !self.serves(session, world, &strongest) {
            return None;
        }
        for (i, member) in members.iter().enumerate().rev() {
            let always = Condition { text: String::new(), fact: world.terms.truth() };
            let weaker = [always].into_iter().chain(member.iter().take_while(|c| **c != all[i]).cloned());
            for weaker in weaker.collect::<Vec<_>>() {
                let mut fewer = all.clone();
                fewer[i] = weaker;
                let fact = conjunction(&mut world.terms, &fewer).fact;
                if self.excludes(session, world, fact) {
                    all = fewer;
                    break;
                }
            }
        }
        Some(conjunction(&mut world.terms, &all))
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
