//! What an access is: how memory is accessed, for which threads, by which instruction, by one thread or by a warp together.
//!
//! Source: PTX ISA, memory consistency model and "Warp-level Matrix Instructions".

use crate::kernel::program::Matrix;

/// What a site does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Whether it reads, writes or is atomic.
    pub mode: Mode,
    /// The instruction that it was.
    pub kind: AccessKind,
    /// It is `volatile`.
    pub volatile: bool,
    /// What the address is a multiple of, in bytes, or else the access is undefined.
    pub alignment: u64,
}

/// How memory is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// It is only read.
    Read,
    /// It is only written.
    Write,
    /// It is accessed atomically.
    Atomic {
        /// What is done to it.
        op: AtomicOp,
        /// The threads for which it is atomic.
        scope: AtomicScope,
    },
}

/// What an atomic access does to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    Load,
    Store,
    Exchange,
    CompareExchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    Inc,
    Dec,
}

/// The threads for which an access is atomic. Ordered: a larger scope includes a smaller one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AtomicScope {
    /// Only the thread itself: no atomicity at all towards others.
    Thread,
    /// The threads of the block.
    Block,
    /// The threads of the cluster.
    Cluster,
    /// The threads of the device.
    Device,
    /// All threads, the host's too.
    System,
}

/// The instruction behind a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccessKind {
    /// `load`, atomic ones too.
    Load,
    /// `store`, atomic ones too. Its marker has the value.
    Store,
    /// `atomicrmw`, `cmpxchg` or `llvm.nvvm.atomic.*`.
    ReadModifyWrite,
    /// What `memcpy` or `memmove` reads.
    CopySource,
    /// What `memcpy` or `memmove` writes; the value is not known.
    CopyDestination,
    /// What `memset` writes. Its marker has the value, one byte.
    Fill,
    /// What inline assembly accesses; a value that it writes is not known.
    Assembly,
    /// A read through the read-only cache: `llvm.nvvm.ldg.*`, `llvm.nvvm.ldu.*`.
    ReadOnlyCache,
    /// What `cp.async` reads, at any time until it is waited for.
    AsyncCopySource,
    /// What `cp.async` writes, at any time until it is waited for; the value is not known.
    AsyncCopyDestination,
    /// An end of a bulk copy, from its issue until it is over.
    Bulk(BulkEnd),
    /// The mbarrier that says that a bulk copy is over. The marker's bytes are the mbarrier's, its value how many are copied, if that is known.
    BulkSignal,
    /// What a warp loads or stores together. The marker's pointer is to the first part and its bytes are those of one part;
    /// its value, if there is one, is the distance of the parts in elements.
    Tile(Tile),
    /// Rows that a warp loads or stores together. The marker's pointer is what the lane has.
    Rows(Rows),
    /// A matrix that a product of a warp group reads, at any time until it is waited for, if it is known how it lies; by the async
    /// proxy. The marker's value is the descriptor.
    Product(Option<Matrix>),
    /// A call that reads memory in a way that is not understood: the kernel cannot be judged. The marker's pointer is
    /// null and its size 0.
    NotModelled {
        /// The function called.
        callee: String,
    },
}

/// An end of a bulk copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BulkEnd {
    /// It is over when an mbarrier says so, and not by the thread's groups.
    pub signalled: bool,
    /// How many bytes there are says a map on the host.
    pub tensor: bool,
}

/// A tile in memory: parts of elements that lie side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    /// How the elements are spread over the lanes, as a name: tiles of one spread have equal elements at equal lanes.
    pub spread: String,
    /// How many rows, or columns if it lies by columns.
    pub parts: u32,
    /// Elements of a part.
    pub elements: u32,
    /// Of an element.
    pub bits: u32,
}

impl Tile {
    /// Of a part.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        u64::from(self.elements * self.bits) / 8
    }
}

/// Rows that a warp loads or stores together: the first `lanes` lanes have the address of one each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// See [`Tile::spread`].
    pub spread: String,
    /// How many.
    pub lanes: u32,
}

/// Of a row: eight elements.
pub(crate) const ROW_BYTES: u64 = 16;
