//! One access to an object in memory by one thread: guard, place and length as terms.
//!
//! Invariant: offsets and lengths are in bytes, 64 bits; an access happens only where its guard holds.

use super::array::{Array, ArrayId};
use crate::kernel::update::{AtomicScope, Change, Update};
use crate::span::Span;
use crate::term::{FuncKind, Term, Terms, Width};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    Read,
    /// The value, where it is known as a term.
    Write(Option<Term>),
    Atomic(AtomicScope),
}

/// What a contract says of an array's contents, which the kernel does not change: in every thread that comes to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    pub array: ArrayId,
    /// When it is said.
    pub guard: Term,
    /// Where the first cell is, in bytes from the array's start, 64 bits.
    pub start: Term,
    /// How many cells it is about, 64 bits; all of the array if there is none.
    pub count: Option<Term>,
    /// Bits of a cell.
    pub width: Width,
    /// Whether cells are compared as signed numbers.
    pub signed: bool,
    pub pattern: Pattern,
    /// Where it is said, 0 if not in the source.
    pub line: u32,
}

/// What contents may be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// No two cells hold one value.
    Distinct,
    /// No cell holds less than the one before.
    Sorted,
    /// Each cell holds more than the one before.
    Increasing,
    /// All cells hold one value.
    Equal,
    /// Each cell holds no less than the first, and less than the second: 64 bits.
    Within(Term, Term),
    /// They go with the cells of a second array.
    Along(Along, Cells),
}

/// How the cells `a` of an array go with as many cells `c` of a second one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Along {
    /// `0 <= c[i]`, `a[i] + c[i] <= a[i + 1]` and `0 <= a[0]`, as sums of those before are.
    Offsets,
    /// `0 <= c[i]`, `a[i] + c[i + 1] <= a[i + 1]` and `c[0] <= a[0]`, as sums up to each are.
    Sums,
    /// `a[i] <= c[i]` and `c[i] <= a[i + 1]`, as beginnings and ends are of intervals one behind the other.
    Intervals,
}

/// Where cells are, and what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells {
    pub array: ArrayId,
    /// In bytes from the array's start, 64 bits.
    pub start: Term,
    /// Bits of a cell.
    pub width: Width,
    pub signed: bool,
}

impl Stated {
    /// What it is about, or the first of two arrays.
    #[must_use]
    pub fn cells(&self) -> Cells {
        Cells { array: self.array, start: self.start, width: self.width, signed: self.signed }
    }

    /// The arrays that it is about.
    pub fn arrays(&self) -> impl Iterator<Item = ArrayId> + use<> {
        let other = if let Pattern::Along(_, cells) = self.pattern { Some(cells.array) } else { None };
        [self.array].into_iter().chain(other)
    }

    pub fn terms(&self) -> impl Iterator<Item = Term> + use<> {
        let Stated { array: _, guard, start, count, width: _, signed: _, pattern, line: _ } = self;
        let bounds = match *pattern {
            Pattern::Within(low, high) => vec![low, high],
            Pattern::Along(_, cells) => vec![cells.start],
            Pattern::Distinct | Pattern::Sorted | Pattern::Increasing | Pattern::Equal => vec![],
        };
        [*guard, *start].into_iter().chain(*count).chain(bounds)
    }

    pub fn map(&mut self, f: &mut dyn FnMut(Term) -> Term) {
        let Stated { array: _, guard, start, count, width: _, signed: _, pattern, line: _ } = self;
        (*guard, *start, *count) = (f(*guard), f(*start), count.map(&mut *f));
        match pattern {
            Pattern::Within(low, high) => (*low, *high) = (f(*low), f(*high)),
            Pattern::Along(_, cells) => cells.start = f(cells.start),
            Pattern::Distinct | Pattern::Sorted | Pattern::Increasing | Pattern::Equal => {}
        }
    }
}

/// One memory access by one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// Numbers the accesses of a kernel in the order of its steps.
    pub id: usize,
    pub guard: Term,
    pub array: ArrayId,
    /// In [`MemorySpace::Cluster`]: the rank in the cluster of the block whose copy it is, 32 bits. In [`MemorySpace::Tabled`]: how many
    /// bytes from the start of the table the pointer lies, 64 bits.
    pub rank: Option<Term>,
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
    /// For a write by a thread's own instruction that bulk copies need not see, as long as no fence of proxies stands behind it.
    pub unfenced: Option<Unfenced>,
    /// Of an atomic access: the thread's own copies that may be under way there, and writes that bulk copies need not see, by `end`.
    pub pending: Vec<usize>,
    /// Of a copy that an mbarrier says the end of, and of what it does to that.
    pub signal: Option<Signal>,
    /// For an access to a part of a tile, which the lanes of a warp access together.
    pub tile: Option<Tile>,
    pub volatile: bool,
    /// A read that no order makes see a write.
    pub non_coherent: bool,
    /// It stands for the begin or the end of its block.
    pub life: Option<Life>,
    /// A read that only gives a loop of compare-and-swaps its first guess.
    pub seeds: bool,
    /// The exchanges of the warp that an access is tied to, by [`Sync::exchange`](crate::kernel::Sync::exchange): a read is over before
    /// its thread comes to them, a write begins behind them.
    pub exchanges: Vec<usize>,
    /// What the address (not the offset) is a multiple of, in bytes, or else nothing is defined: a power of two.
    pub alignment: u64,
    /// Indices into arrays that are parts of objects. One behind the last element leads to another part.
    pub members: Vec<PartIndex>,
    pub span: Span,
}

/// The shared memory of a block comes to be when it begins, and is gone when it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    Begins,
    Ends,
}

/// An end of an asynchronous copy, source or destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsyncCopy {
    /// Numbers the ends in the kernel.
    pub end: usize,
    /// The thread returns here: from now on nobody waits for the copy, and no barrier for the thread.
    pub outlasts: bool,
    /// It is not where the copy is issued, but where it may still be under way.
    pub again: bool,
    /// It is a bulk copy, which accesses memory through the asynchronous proxy.
    pub bulk: Option<Bulk>,
    /// It is what a product of matrices reads, which the four warps of a warp group make together: by the async proxy, which sees what
    /// was written by the generic one only behind a fence between the two.
    pub product: bool,
}

/// Of an access by a bulk copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bulk {
    /// Its thread passes a fence of proxies behind the latest barrier before it.
    pub fenced: bool,
    /// How many bytes there are says a map on the host.
    pub tensor: bool,
}

/// A write through the generic proxy, and no fence of proxies behind it so far (PTX ISA, "Proxies").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unfenced {
    /// Numbers them in the kernel, with the ends of copies.
    pub end: usize,
    /// It is not where it is made, but where bulk copies need not see it.
    pub again: bool,
}

/// The end of a bulk copy: the mbarrier's phase is over only once its bytes have come (PTX ISA, `cp.async.bulk`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signal {
    /// Numbers the bulk copies in the kernel: what is done to the mbarrier has the same number.
    pub copy: usize,
    /// In which iterations of the loops around its issue it was issued, if it is not there.
    pub since: Option<Vec<Term>>,
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

/// An index into an array that is part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartIndex {
    pub index: Term,
    /// How many elements the array has.
    pub extent: u64,
    pub part: ObjectPart,
}

/// What the array is of the object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectPart {
    /// A member of a structure.
    Member,
    /// What a pointer leads to without a step: the first member of a structure, or the first of many rows.
    Led,
    /// One that a variable index chooses of an array of arrays: `count[t]` of `int count[64][17]`. Where the index is constant, as in
    /// `tile[0][i]`, the rows may be meant to be one.
    Row,
}

impl PartIndex {
    /// That it leads to an element of the array.
    pub fn is_within(&self, terms: &mut Terms) -> Term {
        let (zero, extent) = (terms.int(64, 0), terms.int(64, self.extent.cast_signed()));
        let (from, to) = (terms.sle(zero, self.index), terms.slt(self.index, extent));
        terms.and(from, to)
    }

    /// Whether it depends on what the launch puts into global memory, be it by way of a loop. What lanes, counters or shared memory
    /// give is computed by the kernel itself.
    #[must_use]
    pub fn is_of_data(&self, terms: &Terms, arrays: &[Array]) -> bool {
        let is_filled = |array: Option<usize>| {
            array.and_then(|array| arrays.get(array)).is_none_or(|a| a.space.is_global() || a.unknown_object)
        };
        self.part != ObjectPart::Led
            && terms.funcs_behind(&[self.index]).into_iter().any(|f| match terms.func_info(f).kind {
                FuncKind::Memory { array } => is_filled(array),
                FuncKind::Opaque { .. } | FuncKind::Loop { .. } | FuncKind::Pure(_) => false,
            })
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
            rank: None,
            offset,
            bytes,
            mode,
            update: None,
            copy: None,
            unfenced: None,
            pending: vec![],
            signal: None,
            tile: None,
            volatile: false,
            non_coherent: false,
            life: None,
            seeds: false,
            exchanges: vec![],
            alignment: 1,
            members: vec![],
            span: Span::default(),
        }
    }

    /// Whether it is by a copy whose thread returns here.
    #[must_use]
    pub fn outlasts(&self) -> bool {
        self.copy.is_some_and(|c| c.outlasts)
    }

    /// Whether it stands where it is not made: the copy may be under way there, or bulk copies need not see the write.
    #[must_use]
    pub fn is_again(&self) -> bool {
        self.copy.is_some_and(|c| c.again) || self.unfenced.is_some_and(|u| u.again)
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
