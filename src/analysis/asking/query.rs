//! A query: what is asked of two threads, with what a witness needs.

use super::warp_steps::Warp;
use crate::analysis::pair::bytes::ByteRange;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::kernel::{ArrayId, LoopVariable, PartIndex};
use crate::span::Span;
use crate::term::{Term, Var};
use crate::verdict::{AccessMode, Approximation, Assumption, Level};

/// A loop around a side's access, to be replayed: what happened in the iterations before.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The kernel's own counter, over which `entered` and `continues` are.
    pub counter: Var,
    /// The iteration of the access, over the query's variables.
    pub iteration: Term,
    pub entered: Term,
    pub continues: Term,
    /// For people, over the kernel's own variables.
    pub variable: Option<LoopVariable>,
    pub span: Span,
}

/// One side of a query, over the query's variables.
#[derive(Clone, Debug)]
pub struct Side {
    pub who: Who,
    pub mode: AccessMode,
    pub span: Span,
    pub thread: [Term; 3],
    pub block: [Term; 3],
    /// None for a barrier.
    pub range: Option<ByteRange>,
    /// See [`Access::members`](crate::kernel::Access::members).
    pub members: Vec<PartIndex>,
    /// The value written, where it is known.
    pub value: Option<Term>,
    pub loops: Vec<Replay>,
    /// This thread's own variables by name.
    pub values: Vec<(String, Term)>,
    /// See [`typability`](crate::analysis::findings::typability); set where a witness was found.
    pub opaque: Vec<String>,
}

/// What a query asks of two threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Whether two accesses of the array conflict.
    Race(ArrayId),
    /// Whether two writes that conflict can differ in place, width or value.
    Differ(ArrayId),
    /// Whether one reaches the barrier and the other, which has not returned, does not.
    Divergence,
    /// Whether one reaches the barrier and the other does not.
    Parting,
    /// Whether both reach the barrier with different values where they have to agree.
    Disagreement,
}

/// A query with what a witness needs.
#[derive(Clone, Debug)]
pub struct Query {
    pub question: Question,
    pub level: Level,
    /// No solver is needed to see that it has no witness.
    pub refuted: bool,
    pub facts: Vec<Term>,
    /// Axioms of the symbols in `facts`: kept apart, since a witness need not satisfy them by itself.
    pub axioms: Vec<Term>,
    /// The facts hold that nothing is divided by 0.
    pub divides: bool,
    /// The facts hold that both places have equal indices: whether they meet does not depend on strides.
    pub equal_indices: bool,
    /// The counters whose additions the axioms say give distinct results.
    pub counters: Vec<String>,
    /// The contracts on contents that the axioms take to hold.
    pub contents: Vec<Assumption>,
    pub limit: Option<Term>,
    pub sides: [Side; 2],
    pub weakened: Vec<(Term, Span)>,
    /// Of two threads of a warp: what says whether the barriers of the warp order a witness.
    pub warp: Option<Warp>,
    /// What else a witness rests on: orders that are left out.
    pub uncounted: Vec<Approximation>,
    /// What every witness of it rests on.
    pub approximations: Vec<Approximation>,
    /// Shared values by name.
    pub values: Vec<(String, Term)>,
}

impl Query {
    /// A query of these facts alone.
    #[must_use]
    pub fn new(question: Question, scene: &Scene, facts: Vec<Term>, sides: [Side; 2]) -> Query {
        let (axioms, counters, weakened, approximations, values) = (vec![], vec![], vec![], vec![], vec![]);
        let (level, limit, refuted, warp, uncounted) = (scene.pairing.level, scene.limit, false, None, vec![]);
        Query {
            question,
            level,
            refuted,
            facts,
            axioms,
            divides: false,
            equal_indices: false,
            counters,
            contents: vec![],
            limit,
            sides,
            weakened,
            warp,
            uncounted,
            approximations,
            values,
        }
    }

    /// Everything that the solver is told.
    #[must_use]
    pub fn asserted(&self) -> Vec<Term> {
        self.facts.iter().chain(&self.axioms).copied().collect()
    }
}
