//! The steps of a kernel: accesses, barriers, fences and loops of them.
//!
//! Invariant: guards inside a loop are relative to its header; see [`Loop::executed`].

use super::access::Access;
use super::update::AtomicScope;
use crate::span::Span;
use crate::term::{Func, Term, Var};
use crate::verdict::Level;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SyncScope {
    Warp,
    Block,
    Cluster,
    Grid,
}

impl SyncScope {
    /// Whether a barrier of this scope orders two threads that share a unit of `level` and no smaller one.
    #[must_use]
    pub fn covers(self, level: Level) -> bool {
        match (self, level) {
            (SyncScope::Warp, Level::Warp) | (SyncScope::Block, Level::Warp | Level::Block) => true,
            (SyncScope::Cluster, Level::Warp | Level::Block | Level::Cluster) | (SyncScope::Grid, _) => true,
            (SyncScope::Warp | SyncScope::Block | SyncScope::Cluster, _) => false,
        }
    }
}

/// Which threads a barrier waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Matching {
    /// Those that reach the same place of the program.
    Site,
    /// Those that reach any place with such a barrier.
    Any,
}

/// One of a block's barriers by its number, which opens for as many threads as `count`, all of the block if there is none.
/// Both have 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    pub id: Term,
    pub count: Option<Term>,
}

impl Named {
    #[must_use]
    pub fn map(self, f: &mut dyn FnMut(Term) -> Term) -> Named {
        Named { id: f(self.id), count: self.count.map(f) }
    }

    pub fn terms(self) -> impl Iterator<Item = Term> {
        [self.id].into_iter().chain(self.count)
    }
}

/// A barrier, or an exchange of values between the lanes of a warp, which waits like one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sync {
    pub guard: Term,
    /// Holds in the threads that have not returned before this barrier, whichever the region and the iteration; threads
    /// that reach it have not. What a warp does together waits for threads that have returned, too: there it holds in all.
    pub alive: Term,
    /// Holds in the threads that have come past all traps before this barrier: where one has not, the launch has ended.
    pub survived: Term,
    pub scope: SyncScope,
    pub matching: Matching,
    /// Of a warp: the lanes that it waits for, 32 bits; `None` for all of them.
    pub mask: Option<Term>,
    /// Of a block: it has a number, and is for some threads only.
    pub named: Option<Named>,
    /// It orders memory. Shuffles, votes and their kin do not; nor does coming to a named barrier without waiting.
    pub orders: bool,
    /// Values that have to be the same in all threads that it waits for.
    pub agreed: Vec<Term>,
    /// Its number, if it is an exchange that accesses may be tied to.
    pub exchange: Option<usize>,
    pub span: Span,
}

impl Sync {
    /// Whether it is something that all lanes of a warp do together, those that have returned included.
    #[must_use]
    pub fn waits_for_returned(&self) -> bool {
        self.scope == SyncScope::Warp && self.mask.is_none() && !self.orders
    }
}

/// A memory fence. It orders a thread's own accesses only, and so nothing by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fence {
    pub guard: Term,
    pub scope: AtomicScope,
    pub line: u32,
}

/// A natural loop. `counter` counts from 0 the times that its header is entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub counter: Var,
    /// Iteration `counter` is executed. Over-approximates where earlier iterations may leave the loop: a witness must
    /// satisfy `entered`, and `continues` in all earlier iterations.
    pub executed: Term,
    /// What else holds of iteration `counter` if it is executed, because of all that came before. It is no part of `executed`:
    /// of a thread that left earlier nothing follows from it.
    pub since: Term,
    /// The loop is entered at all (does not mention `counter`).
    pub entered: Term,
    /// Iteration `counter` ends with another one following.
    pub continues: Term,
    /// Iteration `counter` ends with the thread's return.
    pub returns: Term,
    /// A thread may leave it by a way of its own that has accesses, but no barrier, and ends the kernel. Where they are the
    /// last thing in the loop, `return` is no different from `break`.
    pub may_be_last: bool,
    /// For people: what the source calls the variable of the loop, if it has one.
    pub variable: Option<LoopVariable>,
    pub body: Vec<Step>,
    pub span: Span,
}

/// The variable that a loop of the source counts with, as all accesses of an iteration see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopVariable {
    pub name: String,
    /// Its value in iteration `counter`.
    pub value: Term,
}

/// An access by a thread whose own asynchronous copy may be under way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overtaken {
    /// The loops around the access, outermost first, without their bodies.
    pub around: Vec<Loop>,
    /// Inside these, the iterations in which the copy may have been issued, likewise.
    pub issued: Vec<Loop>,
    pub copy: Access,
    pub access: Access,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Access(Access),
    Sync(Sync),
    Fence(Fence),
    Loop(Loop),
}

/// Where a loop is left: the symbol that stands for the last iteration, with what defines it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    pub func: Func,
    pub counter: Var,
    /// See [`Loop::continues`].
    pub continues: Term,
    /// The counters of the enclosing loops, the function's parameters.
    pub params: Vec<Var>,
}

/// A branch of the program, as the source has it. Its terms are those of the kernel as it was lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// A thread comes to it in an iteration of the loops around it.
    pub guard: Term,
    /// It goes the first of two ways.
    pub taken: Term,
    /// The counters of the loops around it, outermost first.
    pub around: Vec<Var>,
    /// The barriers that one of its ways does not come by.
    pub spares: Vec<Span>,
    pub span: Span,
}
