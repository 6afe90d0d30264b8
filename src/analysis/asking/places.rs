//! Questions to two threads about where they are, rather than about two accesses: whether one comes to a barrier that the other
//! misses, whether both can meet a condition.
//!
//! For example "one thread is at `sync` and the other is not", in the scene of the loops around it:
//!
//! ```text
//! Asking::of(Question::Divergence, &scene).both_at(sync, loops).right_elsewhere().facts([comes, misses]).ask(…)
//! ```
//!
//! Direction: fewer facts than hold is sound.

use super::build::{shared_values, side};
use super::decide::{Outcome, Session};
use super::query::{Query, Question};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::kernel::{Loop, Sync};
use crate::span::Span;
use crate::term::Term;
use crate::verdict::Approximation;

/// A question that is being put together.
pub(crate) struct Asking<'a> {
    question: Question,
    facts: Vec<Term>,
    /// The loops around the place of each side: they are replayed, and a witness names their iterations.
    loops: [&'a [&'a Loop]; 2],
    span: Span,
    right_is_elsewhere: bool,
    approximations: Vec<Approximation>,
}

impl<'a> Asking<'a> {
    /// Of two threads of the scene, and nothing else as yet.
    pub(crate) fn of(question: Question, scene: &Scene) -> Asking<'a> {
        Asking { facts: scene.base.clone(), ..Asking::of_any(question) }
    }

    /// Without the facts of a scene: of whoever the facts to come describe.
    pub(crate) fn of_any(question: Question) -> Asking<'a> {
        let (span, approximations) = (Span::default(), vec![]);
        Asking { question, facts: vec![], loops: [&[], &[]], span, right_is_elsewhere: false, approximations }
    }

    /// Both are asked about this barrier, in these loops.
    pub(crate) fn both_at(self, sync: &Sync, loops: &'a [&'a Loop]) -> Asking<'a> {
        self.at(sync, [loops, loops])
    }

    /// Both are asked about this barrier, each in loops of its own.
    pub(crate) fn at(self, sync: &Sync, loops: [&'a [&'a Loop]; 2]) -> Asking<'a> {
        Asking { span: sync.span.clone(), loops, ..self }
    }

    /// The right thread need not get there: its loops are not replayed.
    pub(crate) fn right_elsewhere(self) -> Asking<'a> {
        Asking { right_is_elsewhere: true, ..self }
    }

    /// These hold too.
    pub(crate) fn facts(mut self, facts: impl IntoIterator<Item = Term>) -> Asking<'a> {
        self.facts.extend(facts);
        self
    }

    /// Every witness rests on these.
    pub(crate) fn resting_on<'x>(mut self, on: impl IntoIterator<Item = &'x Approximation>) -> Asking<'a> {
        self.approximations.extend(on.into_iter().cloned());
        self
    }

    /// The query, with all that is known of the symbols in it.
    pub(crate) fn query(self, session: &Session<'_>, world: &mut Prepared, scene: &mut Scene) -> Query {
        let mut sides = Who::BOTH.map(|who| side(world, scene, who, self.loops[who as usize]));
        for side in &mut sides {
            side.span = self.span.clone();
        }
        if self.right_is_elsewhere {
            sides[Who::Right as usize].loops.clear();
        }
        let mut query = Query::new(self.question, scene, self.facts, sides);
        query.approximations = self.approximations;
        query.values = shared_values(world, scene);
        query.finish(&session.copies, world, scene);
        query
    }

    /// What comes of it, and the query that was put.
    pub(crate) fn ask(self, session: &mut Session<'_>, world: &mut Prepared, scene: &mut Scene) -> (Outcome, Query) {
        let query = self.query(session, world, scene);
        (session.ask(&mut world.terms, &query, &scene.symbols), query)
    }

    /// Whether it is proved that there are no such threads.
    pub(crate) fn refuted(self, session: &mut Session<'_>, world: &mut Prepared, scene: &mut Scene) -> bool {
        let query = self.query(session, world, scene);
        session.refutes(&mut world.terms, &query)
    }
}
