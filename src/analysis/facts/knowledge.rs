//! What is found out of a kernel before its races are looked for: plain data, found by [`orders`](crate::analysis::orders) and
//! [`warp`](crate::analysis::warp), used by every query.

use crate::kernel::{Access, ArrayId, AtomicScope, Loop, Phase};
use crate::term::{Func, Term, Var};
use crate::verdict::Level;
use std::collections::{BTreeMap, BTreeSet};

/// What is found out of a kernel, in this order.
#[derive(Clone, Default, Debug)]
pub struct Knowledge {
    /// The sets of lanes that are counted.
    pub ranked: Vec<Ranked>,
    /// The values that warps have reduced, if all lanes of a warp are there.
    pub reduced: BTreeSet<Func>,
    /// The results of atomic additions that no two threads share, by level.
    pub tickets: BTreeMap<Level, Vec<Ticket>>,
    /// What counters of blocks hold behind the draws of all their threads.
    pub totals: Vec<Total>,
    /// Draws of tickets that tell the last block that it is the last.
    pub last_blocks: Vec<LastBlock>,
    /// Orders by way of flags and locks.
    pub handovers: Handovers,
}

/// What a site's results say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// Results are so far apart.
    Added(Term),
    /// One at most is this.
    Found(Term),
    /// They have the bits that came before.
    Bits(Term),
}

/// A site whose results are tickets.
#[derive(Clone, Debug)]
pub struct Ticket {
    pub result: Func,
    /// The counters of the loops around the site, the symbol's parameters.
    pub params: Vec<Var>,
    pub array: ArrayId,
    /// Of the cell, in bytes from the array's start.
    pub offset: Term,
    pub promise: Promise,
    /// Where the array is written otherwise too: said only of results of this site that agree on these counters.
    pub epoch: Option<Vec<Var>>,
    /// The id of the access.
    pub site: usize,
    /// The result was handed on to this group.
    pub group: Option<Group>,
    /// It is the contents of this cell, the symbol's last argument.
    pub cell: Option<Term>,
}

impl Ticket {
    #[must_use]
    pub fn is_of_group(&self) -> bool {
        self.group.is_some()
    }
}

/// What makes lanes a group.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Theirs is the same.
    pub mask: Term,
    /// A lane came to the shuffle, and was given a value there.
    pub given: Term,
    /// They are in the same iterations.
    pub in_step: bool,
}

/// What a cell holds once all threads of a block have drawn from it: no less than the result of this site and what it adds.
#[derive(Clone, Debug)]
pub struct Total {
    pub array: ArrayId,
    pub result: Func,
    /// The counters of the loops around the site, the symbol's parameters.
    pub params: Vec<Var>,
    /// Under which a thread draws there.
    pub guard: Term,
    pub by: Term,
    pub total: Term,
}

/// The counts of one set, over the kernel's own variables.
#[derive(Clone, Debug)]
pub struct Ranked {
    pub mask: Term,
    /// The thread is one of its lanes.
    pub member: Term,
    /// How many lanes.
    pub size: Option<Term>,
    /// The place of the first one, from 1; 0 if there is none.
    pub first: Option<Term>,
    /// How many lanes are below a place, with that.
    pub ranks: Vec<(Term, Term)>,
}

/// A draw of tickets, one for each block.
#[derive(Clone, Debug)]
pub struct LastBlock {
    pub counter: String,
    /// Accesses that come before the draw of their block, by id.
    pub early: BTreeSet<usize>,
    /// Accesses after its block has been told.
    pub late: BTreeSet<usize>,
    pub told: Told,
    /// What the launch alone decides of the draw: where it does not hold, nobody is told, and the cell says nothing.
    pub given: Vec<Term>,
    /// What is not there, without which nothing is ordered.
    pub missing: Option<String>,
}

/// How it is known in a block that its ticket was the last one.
#[derive(Clone, Debug)]
pub enum Told {
    Cell(ToldCell),
    /// The thread that drew, under this condition, goes on alone.
    Drawer {
        drew: Vec<Term>,
        ticket: Term,
        last: Vec<Term>,
    },
}

/// The cell of shared memory through which a block is told.
#[derive(Clone, Debug)]
pub struct ToldCell {
    pub array: ArrayId,
    /// In bytes.
    pub offset: u64,
    /// In bits.
    pub width: u64,
    /// The forms of the last ticket.
    pub last: Vec<Term>,
    /// The cell holds the ticket, not whether it is the last one.
    pub ticket: bool,
}

/// An atomic load, or an operation that stores what it finds, with what a thread knows behind it.
#[derive(Clone, Debug)]
pub struct Flag {
    pub look: Access,
    /// Its result, in the last iteration if it is in a loop.
    pub seen: Term,
    /// What holds behind it in threads that came there, over `seen`.
    pub known: Option<Term>,
    /// The condition of coming there.
    pub entered: Term,
    /// Its place in the outermost list.
    pub at: usize,
}

/// What lies between taking a cell and giving it back.
#[derive(Clone, Debug)]
pub struct Lock {
    /// In bytes from the array's start.
    pub offset: Term,
    /// The largest level whose threads share it.
    pub reach: Level,
    /// Accesses between taking it and giving it back, by id.
    pub inside: BTreeSet<usize>,
    pub missing: Option<String>,
}

/// What a kernel hands over, and how.
#[derive(Clone, Default, Debug)]
pub struct Handovers {
    pub flags: Vec<Flag>,
    pub locks: Vec<Lock>,
    pub mbarriers: Mbarriers,
    /// Arrays whose contents decide something.
    pub deciding: BTreeSet<ArrayId>,
}

/// A place among the steps: the numbers of the steps that lead there, and the loops around it, outermost first, without their
/// bodies.
#[derive(Clone, Debug)]
pub struct Place {
    pub path: Vec<usize>,
    pub loops: Vec<Loop>,
}

/// What a thread does at an mbarrier.
#[derive(Clone, Copy, Debug)]
pub enum Came {
    /// So many arrivals, whose phase is named by this symbol; as many fewer are expected from then on if the thread drops out.
    Arrives { count: Term, state: Option<Func>, drops: bool },
    /// The phase is over behind it.
    Waits(Phase),
    /// More bytes have to come before the phase is over.
    Expects,
    /// A bulk copy is issued, whose bytes have to come.
    Copies,
}

/// Where threads arrive at mbarriers, or have waited for them.
#[derive(Clone, Debug)]
pub struct Visit {
    pub access: Access,
    pub came: Came,
    /// Of a loop that waits, where it stands.
    pub place: Place,
    /// When it happens, over the counters of the loops around it.
    pub condition: Term,
    /// Objects of different families are different ones.
    pub family: usize,
    /// Which of the object's generations it is for, from 0 on: 64 bits, with a sign.
    pub claim: Option<Term>,
}

impl Visit {
    /// Whether the thread leaves out of those that are expected later.
    pub fn drops(&self) -> bool {
        matches!(self.came, Came::Arrives { drops: true, .. })
    }

    /// Whether it says that it orders for threads of its block only.
    pub fn is_narrow(&self) -> bool {
        self.access.update.as_ref().is_some_and(|u| u.scope == Some(AtomicScope::Block))
    }
}

/// Threads of which one at most arrives in each generation, and then one of each unit does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unit {
    Thread,
    Warp,
    Block,
}

/// Arrivals and waits whose generations are proved.
#[derive(Clone, Default, Debug)]
pub struct Mbarriers {
    pub visits: Vec<Visit>,
    /// These, and such as are counted but not proved: a witness that they leave is the likelier one.
    pub guessed: Vec<Visit>,
    /// Of each family.
    pub units: Vec<Unit>,
    /// Of each family, whether the threads of one warp group only arrive at each of its objects, and others at others.
    pub apart: Vec<bool>,
    /// How many iterations apart visits to one object may be.
    pub distances: Vec<Term>,
}

impl Handovers {
    pub fn is_empty(&self) -> bool {
        self.flags.is_empty() && self.locks.is_empty() && self.mbarriers.guessed.is_empty()
    }
}
