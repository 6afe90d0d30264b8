//! Instructions, blocks and programs.

use super::matrices::Matrix;
use super::types::FloatOp;
use super::types::Type;
use crate::span::Span;
use crate::term::{BinaryOp, CastOp, CompareOp};

/// The number of a value that a thread computes.
pub type Register = u32;

/// What an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    Register(Register),
    /// One of [`Program::constants`].
    Constant(u32),
}

/// One kernel.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    pub symbol: String,
    pub parameters: Vec<Parameter>,
    pub globals: Vec<Global>,
    /// Values that are the same for all threads of a block, each of earlier ones.
    pub constants: Vec<Constant>,
    /// The first is the entry.
    pub blocks: Vec<Block>,
    /// How many values a thread computes.
    pub registers: u32,
    /// What markers say, by the number that [`Operation::Access`] has.
    pub sites: Vec<AccessSite>,
    /// Where threads meet, by the number that [`Operation::Comes`] has.
    pub meetings: Vec<Span>,
    /// How many natural loops there are.
    pub loops: usize,
    /// The names of functions that are called, by number.
    pub callees: Vec<String>,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub name: String,
    pub ty: Type,
    /// The type of what is passed by value through memory.
    pub by_value: Option<Type>,
}

/// Where a variable lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// One for each block.
    Shared,
    /// One for the launch.
    Global,
}

/// A variable of the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    pub symbol: String,
    /// As the source names it.
    pub name: String,
    pub space: Space,
    /// 0 where the launch says how many.
    pub bytes: u64,
    /// What it holds at first, zeros elsewhere; nothing where that is not known.
    pub initial: Vec<(u64, Piece)>,
}

/// A part of what a variable holds at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// As many bytes.
    Bits(u64, u64),
    /// As many bytes of a value that is computed.
    Value(u64, Operand),
}

/// A value that all threads of a block share.
#[derive(Clone, PartialEq, Debug)]
pub struct Constant {
    pub ty: Type,
    pub operation: Operation,
}

/// Instructions that are executed one after the other.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Values that depend on where control comes from: the blocks before, with what each gives.
    pub phis: Vec<(Register, Vec<(usize, Operand)>)>,
    pub instructions: Vec<Instruction>,
    pub terminator: Terminator,
    /// The numbers of the natural loops around it, outermost first.
    pub loops: Vec<usize>,
    /// It is the header of the innermost of them.
    pub is_header: bool,
}

/// How a block ends.
#[derive(Clone, PartialEq, Debug)]
pub enum Terminator {
    Jump(usize),
    Branch(Operand, usize, usize),
    /// Cases, and where all other values lead.
    Switch(Operand, Vec<(u64, usize)>, usize),
    Return,
    Unreachable,
    Unknown(String),
}

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    pub result: Option<Register>,
    pub ty: Type,
    pub operation: Operation,
}

/// What is computed or done.
#[derive(Clone, PartialEq, Debug)]
pub enum Operation {
    Bits(u64),
    /// 0 in all parts.
    Zero,
    Argument(usize),
    Global(usize),
    Parts(Vec<Operand>),
    Binary(BinaryOp, Operand, Operand),
    /// Of whole numbers or pointers of this type; negated if the last says so.
    Compare(CompareOp, Operand, Operand, Type, bool),
    Cast(CastOp, Operand, Type),
    /// On operands of this type.
    Float(FloatOp, Vec<Operand>, Type),
    /// The same bits as another type.
    Same(Operand, Type),
    /// `base + constant + Σ index·scale` bytes; an index has its bits.
    Offset {
        base: Operand,
        constant: i64,
        indices: Vec<(Operand, u32, i64)>,
    },
    Select(Operand, Operand, Operand),
    Extract(Operand, Vec<u32>),
    Insert(Operand, Operand, Vec<u32>),
    ExtractElement(Operand, Operand),
    InsertElement(Operand, Operand, Operand),
    /// Elements by number, counted through both vectors; negative for undefined ones.
    Shuffle(Operand, Operand, Vec<i32>),
    /// Bytes of the thread's own.
    Allocate(u64),
    /// It may order accesses by other threads if `orders`: it is atomic or volatile.
    Load {
        pointer: Operand,
        orders: bool,
    },
    Store {
        pointer: Operand,
        value: Operand,
        ty: Type,
        orders: bool,
    },
    /// The result is the value before.
    Modify {
        op: AtomicOp,
        pointer: Operand,
        value: Operand,
    },
    /// The result is the value before and whether it was replaced, or only the value before.
    CompareExchange {
        pointer: Operand,
        expected: Operand,
        new: Operand,
    },
    /// Earlier accesses of the thread come before later ones: those that it read of others if it acquires, its own if it
    /// releases.
    Order {
        acquires: bool,
        releases: bool,
    },
    /// What the next instruction accesses: the site, the address, how many bytes.
    Access {
        site: u32,
        pointer: Operand,
        bytes: Operand,
    },
    /// The next instruction waits for other threads, or lets them wait: where, and for whom.
    Comes(u32, Called),
    /// A barrier of inline assembly.
    Barrier(Meeting),
    /// Asynchronous copies of inline assembly.
    Copy(CopyStep),
    /// A step of products of matrices by a warp group.
    Product(ProductStep),
    /// One lane of a mask is elected; the parts of the result.
    Elect(Operand, Vec<OfElection>),
    /// On the mbarrier at an address.
    Mbarrier(Operand, MbarrierStep),
    /// A function without a body, by its number in [`Program::callees`], with the types of its arguments.
    Call(u32, Vec<(Operand, Type)>),
    /// No thread goes on behind it.
    Trap,
    /// The thread ends.
    Exit,
    Unknown(String),
}

/// For whom is waited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Called {
    /// For all of the block, the warp or the grid.
    All,
    /// For the lanes that a mask names.
    Lanes(Operand),
    /// At the barrier with a number: for so many threads, or for all of the block.
    Numbered(Operand, Option<Operand>),
}

/// A barrier with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    pub id: Operand,
    /// How many threads it is for; all of the block without.
    pub count: Option<Operand>,
    /// Threads do not only arrive.
    pub waits: bool,
}

/// What is done to an mbarrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MbarrierStep {
    /// It is set up, for so many arrivals.
    Init(Operand),
    Invalidate,
    /// So many arrivals, or one; the result names the phase.
    Arrive(Option<Operand>),
    /// One arrival, before which so many more bytes are expected.
    ArriveExpecting(Operand),
    /// So many more bytes have to come in the phase.
    Expect(Operand),
    /// So many bytes have come.
    Complete(Operand),
    /// The same as [`Arrive`](Self::Arrive), and as many fewer are expected from the next phase on.
    Drop(Option<Operand>),
    /// Waits until a phase is over.
    Wait(PhaseName),
    /// Whether a phase is over.
    Test(PhaseName),
}

/// How a wait names its phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhaseName {
    State(Operand),
    Parity(Operand),
}

/// What a statement has to do with asynchronous copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyStep {
    /// So many bytes are written, and so many of them read.
    Copy {
        to: Operand,
        from: Operand,
        bytes: u64,
        read: Option<Operand>,
    },
    Commit,
    /// For all but the latest so many groups.
    Wait(Operand),
    WaitAll,
    /// A bulk copy: an mbarrier is told of its end, or it belongs to a group.
    Bulk {
        to: Operand,
        from: Operand,
        bytes: Operand,
        signal: Option<Operand>,
    },
    BulkCommit,
    /// For all but the latest so many groups of bulk copies: that they have read, or that they are over.
    BulkWait {
        groups: Operand,
        read: bool,
    },
}

impl CopyStep {
    /// Whether it copies something.
    #[must_use]
    pub fn is_copy(&self) -> bool {
        match self {
            CopyStep::Copy { .. } | CopyStep::Bulk { .. } => true,
            CopyStep::Commit
            | CopyStep::Wait(_)
            | CopyStep::WaitAll
            | CopyStep::BulkCommit
            | CopyStep::BulkWait { .. } => false,
        }
    }
}

/// A part of what an election gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfElection {
    /// The number of the elected lane.
    Lane,
    /// 1 in that lane, 0 in all others.
    Chosen,
    /// 1 in that lane, this in all others.
    Set(Operand),
}

/// A step of products of matrices in shared memory by a warp group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProductStep {
    Fence,
    /// What the next product reads at a site, by its descriptor, where it is known how it lies.
    Read {
        site: u32,
        descriptor: Operand,
        matrix: Option<Matrix>,
    },
    Multiply,
    Commit,
    /// For all but the latest so many groups.
    Wait(Operand),
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Read,
    Write,
    Atomic(AccessScope),
}

/// For which threads an access is atomic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessScope {
    Block,
    Device,
}

/// When memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    AtOnce,
    /// At any time until the copy is waited for.
    Copied,
    /// By a bulk copy, likewise.
    Bulk,
    /// By a product of a warp group, at any time until that is waited for.
    Multiplied,
    /// By a warp together, which is not executed.
    Together,
}

/// What a marker says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessSite {
    pub mode: Mode,
    pub timing: Timing,
    pub volatile: bool,
    /// By the path that no order makes see a write.
    pub non_coherent: bool,
    pub span: Span,
}

/// What an atomic operation does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomicOp {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    /// To 0 behind the operand.
    Inc,
    /// To the operand from 0, or from above it.
    Dec,
    FAdd,
    FSub,
    FMax,
    FMin,
}
