//! The search for one condition that excludes a query: what was asked, what models of the query are known, what stayed open.
//!
//! **Invariant:** what `serves` was proved to exclude the query, and leaves what it is about to happen; a model of the query under
//! one candidate refutes all candidates that it satisfies.
//! Direction: an answer that stays open says that a candidate does not serve; it is asked once more, at length, where none does.

use crate::analysis::asking::decide::{Session, Settled};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::held::{is_allowed, is_of_extents};
use crate::analysis::findings::quantity::Condition;
use crate::analysis::findings::shapes::{Shape, is_natural, tells_apart};
use crate::smt::{Answer, Model};
use crate::term::{Term, Terms, Var, VarKind};

/// The most questions to the solver for one query, and how many may stay open.
const MOST_QUESTIONS: usize = 60;
const MOST_OPEN: usize = 2;
/// The most orders of an index's digits that are asked about at length.
const MOST_THOROUGH: usize = 2;
/// The most conditions that stayed open which are asked about once more.
const MOST_AGAIN: usize = 3;
/// The most conditions that are tried together.
const MOST_JOINT: usize = 9;

/// What has to happen still where a condition holds, so that it does not merely switch off what is raced with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::analysis::findings) enum Still {
    /// Both sides, by two threads.
    Both,
    /// Both sides, be it by one thread: in one row the only one with `threadIdx.x == 0`.
    Each,
    /// Nothing: the condition is that of launches that are seen.
    Nothing,
}

pub(in crate::analysis::findings) struct Search<'q> {
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
    /// The conditions of which it stayed open whether they exclude the query.
    undecided: Vec<Condition>,
}

/// All of some conditions; those without a text are none.
fn conjunction(terms: &mut Terms, all: &[Condition]) -> Condition {
    let texts: Vec<&str> = all.iter().map(|c| c.text.as_str()).filter(|text| !text.is_empty()).collect();
    Condition { text: texts.join(" && "), fact: terms.all(all.iter().map(|c| c.fact)) }
}

impl<'q> Search<'q> {
    /// One that has not begun.
    pub(in crate::analysis::findings) fn new(query: &'q Query, together: &'q [Term]) -> Search<'q> {
        Search {
            query,
            together,
            witness: None,
            shapes: vec![],
            still: Still::Both,
            models: vec![],
            questions: 0,
            open: 0,
            undecided: vec![],
        }
    }

    /// One for conditions under which this much happens.
    pub(in crate::analysis::findings) fn with_still(self, still: Still) -> Search<'q> {
        Search { still, ..self }
    }

    /// One for conditions under which the threads of `witness`, where they are about parameters, do what they do.
    pub(super) fn in_witness(self, witness: Option<&'q Model>) -> Search<'q> {
        Search { witness, ..self }
    }

    /// One whose conditions on the block's shape allow one of `shapes`.
    pub(super) fn in_shapes(self, shapes: Vec<Shape>) -> Search<'q> {
        Search { shapes, ..self }
    }

    /// The same, with nothing asked yet.
    pub(super) fn anew(self) -> Search<'q> {
        Search { questions: 0, open: 0, ..self }
    }

    /// Whether it leaves something undecided.
    pub(super) fn is_cut(&self) -> bool {
        self.open > 0 || self.questions >= MOST_QUESTIONS
    }

    /// The first of these that serves, asked at length in a search that is brief else; proofs with products take long.
    pub(super) fn first_thorough(
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
        let mut asked: Vec<Condition> = conditions.iter().filter(is_asked).cloned().collect();
        // The same order with positive divisors is no other one.
        let with_positive = usize::from(matches!(&asked[..], [order, other, ..] if other.includes(order)));
        asked.truncate(MOST_THOROUGH + with_positive);
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
    pub(super) fn serves(&mut self, session: &mut Session<'_>, world: &mut Prepared, condition: &Condition) -> bool {
        if !is_natural(world, condition.fact, &self.shapes) {
            return false;
        }
        let open = self.open;
        if !self.excludes(session, world, condition.fact) {
            self.undecided.extend((self.open > open).then(|| condition.clone()));
            return false;
        }
        is_allowed(session, world, condition) && {
            let mut facts = self.as_in_witness(&mut world.terms, condition);
            facts.push(condition.fact);
            self.happens(session, world, &facts)
        }
    }

    /// The first that serves of the conditions that stayed undecided, asked once more, at length: proofs with products take long.
    pub(super) fn undecided_thorough(&mut self, session: &mut Session<'_>, world: &mut Prepared) -> Option<Condition> {
        session.be_patient();
        let mut undecided = std::mem::take(&mut self.undecided);
        undecided.dedup();
        let before = std::mem::replace(&mut self.open, 0);
        let found = undecided.into_iter().take(MOST_AGAIN).find(|c| self.serves(session, world, c));
        self.open = before;
        session.be_brief(true);
        found
    }

    /// Whether what has to happen still can where `facts` hold.
    pub(in crate::analysis::findings) fn happens(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        facts: &[Term],
    ) -> bool {
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
    pub(in crate::analysis::findings) fn with(self, model: &Model) -> Search<'q> {
        Search { models: vec![model.clone()], ..self }
    }

    /// Whether there is no witness under `fact`.
    pub(in crate::analysis::findings) fn excludes(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        fact: Term,
    ) -> bool {
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
    pub(in crate::analysis::findings) fn jointly(
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
    pub(super) fn threshold(
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

    /// The condition for the greatest number up to `most` for which it excludes the query, if it serves: under smaller ones the threads
    /// of the witness may do something else.
    pub(super) fn greatest(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        most: i64,
        at: &dyn Fn(&mut Terms, i64) -> Option<Condition>,
    ) -> Option<Condition> {
        let (mut low, mut high) = (1, most);
        let excludes = |this: &mut Self, session: &mut Session<'_>, world: &mut Prepared, c: i64| {
            at(&mut world.terms, c).filter(|c| this.excludes(session, world, c.fact))
        };
        let mut found = excludes(self, session, world, low)?;
        while low < high {
            let middle = high - (high - low) / 2;
            match excludes(self, session, world, middle) {
                Some(c) => (low, found) = (middle, c),
                None => high = middle - 1,
            }
        }
        self.serves(session, world, &found).then_some(found)
    }
}
