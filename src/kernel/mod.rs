//! A kernel as plain data: guarded accesses, synchronisations and loops over [`Term`]s (docs/design.md section 3).
//!
//! The steps are in the topological order of the control-flow graph. Guards are predicates over the kernel's own
//! variables (copy 0), for one arbitrary thread; two-thread queries rename them.
//!
//! **Invariant:** an access happens in a thread iff, for every enclosing loop, the iteration is executed
//! ([`Loop::executed`]) and the access's guard holds. Guards inside a loop are relative to its header.

mod exchange;
pub mod launch;
mod listing;
pub mod overlay;
pub mod relation;
pub mod target;
mod update;
pub mod walk;

use crate::span::Span;
use crate::term::{Owner, Term, Terms, Var};
use crate::verdict::Level;
pub use exchange::{Gathered, Members, Shuffle};
pub use update::{Change, Update};

/// Index into [`Kernel::arrays`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayId(pub usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemorySpace {
    /// One copy per block.
    Shared,
    /// One copy per launch.
    Global,
}

/// An object in memory that several threads can reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// As the source names it.
    pub name: String,
    pub space: MemorySpace,
    /// Bytes of one element, 1 if not known.
    pub element: u64,
    /// Extents in elements from the declaration, outermost first; empty if not known.
    pub dims: Vec<u64>,
    /// Whether it stands for memory whose object is not known (a pointer loaded from memory): it may overlap any other
    /// array of its space.
    pub unknown_object: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AtomicScope {
    Block,
    Device,
    System,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    Read,
    /// The value, where it is known as a term.
    Write(Option<Term>),
    Atomic(AtomicScope),
}

/// One memory access by one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// Numbers the accesses of a kernel in the order of its steps.
    pub id: usize,
    pub guard: Term,
    pub array: ArrayId,
    /// Byte offset from the array's start, 64 bits.
    pub offset: Term,
    /// Length in bytes, 64 bits.
    pub bytes: Term,
    pub mode: Mode,
    /// For an atomic access that is followed.
    pub update: Option<Update>,
    /// For an access by an asynchronous copy. It is among the steps where it is issued, again behind each barrier at which
    /// it may be under way, and where a thread returns that has not waited for it.
    pub copy: Option<AsyncCopy>,
    /// For an access to a part of a tile, which the lanes of a warp access together.
    pub tile: Option<Tile>,
    pub volatile: bool,
    /// A read that no order makes see a write.
    pub non_coherent: bool,
    /// What the address (not the offset) is a multiple of, in bytes, or else nothing is defined: a power of two.
    pub alignment: u64,
    pub span: Span,
}

/// An end of an asynchronous copy, source or destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsyncCopy {
    /// Numbers the ends in the kernel.
    pub end: usize,
    /// The thread returns here: from now on nobody waits for the copy, and no barrier for the thread.
    pub outlasts: bool,
}

/// A tile that a warp accesses together. Which lane accesses an element is not specified, so that every lane makes the
/// access, to any of the parts; but it is one lane for elements of one number in tiles that are spread alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// How the elements belong to the lanes, as a name.
    pub spread: String,
    pub part: Part,
    /// Bytes of an element, 1 if it is smaller.
    pub element: u64,
}

/// A row or column of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// With this number, 32 bits.
    Numbered(Term),
    /// The row of which a lane of the warp has the address, any of the first so many for which the condition holds: it and
    /// the access's place are over the values of that lane, whichever lane makes the access.
    OfLane(u32, Term),
}

impl Part {
    #[must_use]
    pub fn term(&self) -> Term {
        match self {
            Part::Numbered(t) | Part::OfLane(_, t) => *t,
        }
    }

    pub fn term_mut(&mut self) -> &mut Term {
        match self {
            Part::Numbered(t) | Part::OfLane(_, t) => t,
        }
    }
}

impl Access {
    /// One that is not followed, not by a copy, not to a tile, not volatile, and at any address.
    #[must_use]
    pub fn plain(guard: Term, array: ArrayId, offset: Term, bytes: Term, mode: Mode) -> Access {
        Access {
            id: 0,
            guard,
            array,
            offset,
            bytes,
            mode,
            update: None,
            copy: None,
            tile: None,
            volatile: false,
            non_coherent: false,
            alignment: 1,
            span: Span::default(),
        }
    }

    /// Whether it is by a copy whose thread returns here.
    #[must_use]
    pub fn outlasts(&self) -> bool {
        self.copy.is_some_and(|c| c.outlasts)
    }

    /// Whether it may change what it accesses.
    #[must_use]
    pub fn writes(&self) -> bool {
        match self.mode {
            Mode::Read => false,
            Mode::Write(_) => true,
            Mode::Atomic(_) => self.update.as_ref().is_none_or(|u| u.change != Change::Nothing),
        }
    }
}

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
    /// The loop is entered at all (does not mention `counter`).
    pub entered: Term,
    /// Iteration `counter` ends with another one following.
    pub continues: Term,
    /// Iteration `counter` ends with the thread's return.
    pub returns: Term,
    /// A thread may leave it by a way of its own that has accesses, but no barrier, and ends the kernel. Where they are the
    /// last thing in the loop, `return` is no different from `break`.
    pub may_be_last: bool,
    pub body: Vec<Step>,
    pub span: Span,
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
    pub func: crate::term::Func,
    pub counter: Var,
    /// See [`Loop::continues`].
    pub continues: Term,
    /// The counters of the enclosing loops, the function's parameters.
    pub params: Vec<Var>,
}

/// Something that the verdict rests on, as text for people.
pub type Assumption = String;

#[derive(Clone, Debug)]
pub struct Kernel {
    /// Demangled.
    pub name: String,
    pub symbol: String,
    pub span: Span,
    pub terms: Terms,
    pub arrays: Vec<Array>,
    pub body: Vec<Step>,
    /// What a thread does besides its own copies, which no pair of threads shows.
    pub overtaken: Vec<Overtaken>,
    /// Facts that hold for every thread (contracts, launch bounds).
    pub facts: Vec<Term>,
    /// The numbers of the facts that no thread breaks: a trap ends the launch otherwise, or a protocol has no other threads.
    pub survived: Vec<usize>,
    pub exits: Vec<Exit>,
    pub gathered: Vec<Gathered>,
    pub shuffles: Vec<Shuffle>,
    pub assumptions: Vec<Assumption>,
    /// The launch variables: `threadIdx`, `blockIdx`, `blockDim`, `gridDim` by axis.
    pub launch: LaunchVars,
    /// Those of them that the code reads, even where no term has them.
    pub reads: Vec<Var>,
    /// The names of its parameters in order, as compiled; empty if it has none or they are not known.
    pub parameters: Vec<String>,
    /// From where it is launched, if that is known; empty without variants: from anywhere.
    pub launches: Vec<launch::Launch>,
    /// Pointers that are taken to lead into one object.
    pub overlays: Vec<overlay::Laid>,
    /// The kernel for launches that pass several pointers into one object, each with its overlays and its launches.
    pub variants: Vec<Kernel>,
    /// Synchronisation that the model leaves out: proofs hold without it, but no alarm is a true one.
    pub ignored: Vec<String>,
    /// Why the kernel cannot be proved race-free, whatever the solver says (an unsupported construct).
    pub unsupported: Vec<String>,
}

/// The variables of the launch, each by axis x, y, z.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaunchVars {
    pub thread: [Var; 3],
    pub block: [Var; 3],
    pub block_dim: [Var; 3],
    pub grid_dim: [Var; 3],
}

impl LaunchVars {
    /// Declares the twelve variables, 32 bits each, with CUDA's limits: at most 1024 threads along x and y and 64 along z,
    /// at most 2^31 - 1 blocks along x and 65535 along y and z.
    pub fn declare(terms: &mut Terms) -> Self {
        use crate::term::{Axis, VarInfo, VarKind};
        let mut make = |base: &str, kind: fn(Axis) -> VarKind, lo: i64, hi: [i64; 3]| {
            Axis::ALL.map(|axis| {
                terms.declare_var(VarInfo {
                    name: format!("{base}.{}", axis.letter()),
                    width: 32,
                    kind: kind(axis),
                    bounds: Some((lo, hi[axis as usize])),
                    owner: Owner::All,
                })
            })
        };
        let grid = [(1 << 31) - 1, 65535, 65535];
        LaunchVars {
            thread: make("threadIdx", VarKind::ThreadIdx, 0, [1023, 1023, 63]),
            block: make("blockIdx", VarKind::BlockIdx, 0, grid.map(|n| n - 1)),
            block_dim: make("blockDim", VarKind::BlockDim, 1, [1024, 1024, 64]),
            grid_dim: make("gridDim", VarKind::GridDim, 1, grid),
        }
    }

    /// The number of the thread in its block.
    pub fn linear(&self, terms: &mut Terms) -> Term {
        let (t, d) = (self.thread.map(|v| terms.var(v)), self.block_dim.map(|v| terms.var(v)));
        let zy = terms.mul(t[2], d[1]);
        let zy = terms.add(zy, t[1]);
        let zyx = terms.mul(zy, d[0]);
        terms.add(zyx, t[0])
    }
}

/// What is known about the launch from outside the kernel.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LaunchFacts {
    /// By axis.
    pub block_dim: [Option<u32>; 3],
    pub grid_dim: [Option<u32>; 3],
    /// Scalar parameters by source name.
    pub params: Vec<(String, i64)>,
    /// What else the host makes true.
    pub relations: Vec<relation::HostValue>,
}
