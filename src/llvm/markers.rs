//! Markers: calls that stand for memory accesses and survive every pass.
//!
//! A marker is a call of a declared function that touches inaccessible memory only:
//!
//! ```text
//! call void @rp.access(ptr, i64 bytes, i32 site)
//! call void @rp.access.<type>(ptr, i64 bytes, i32 site, <type> value)      for a store: what is stored
//! ```
//!
//! It stands immediately before its access, carries its debug location, and its pointer is cast to the generic space.
//! `site` is an index into the table of [`Site`]s. Inlining copies markers, so one site may have many markers.
//! Invariants: accesses are read from markers only; the loads and stores that survive give values and nothing else.
//! An access whose pointer is based on stack variables, by-value arguments or constants of the module only has none, but for
//! those of a warp, to which all lanes have to come.

use inkwell::values::{BasicValueEnum, CallSiteValue, InstructionValue, IntValue, PointerValue};

use super::calls::{Callee, callee};
use super::matrix::{Rows, Tile};

/// The name of the marker without a value, and with a dot behind it the prefix of the others.
pub(super) const MARKER: &str = "rp.access";

/// An access in the source of the module, before inlining.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteId(pub u32);

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
#[expect(missing_docs, reason = "the names are the operations")]
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
    /// What a warp loads or stores together. The marker's pointer is to the first part and its bytes are those of one part;
    /// its value, if there is one, is the distance of the parts in elements.
    Tile(Tile),
    /// Rows that a warp loads or stores together. The marker's pointer is what the lane has.
    Rows(Rows),
    /// A call that reads memory in a way that is not understood: the kernel cannot be judged. The marker's pointer is
    /// null and its size 0.
    NotModelled {
        /// The function called.
        callee: String,
    },
}

/// One marker call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Marker<'ctx> {
    /// The call; its debug location is the access's.
    pub call: InstructionValue<'ctx>,
    /// Its site.
    pub site: SiteId,
    /// The first byte accessed, a generic pointer.
    pub pointer: PointerValue<'ctx>,
    /// The number of bytes, 64 bits wide; constant except for copies and fills.
    pub bytes: IntValue<'ctx>,
    /// What is stored, for [`AccessKind::Store`] and [`AccessKind::Fill`]; the distance for [`AccessKind::Tile`].
    pub value: Option<BasicValueEnum<'ctx>>,
}

impl<'ctx> Marker<'ctx> {
    /// Reads a marker; `None` if the instruction is none.
    pub fn of(instruction: InstructionValue<'ctx>) -> Option<Self> {
        let Callee::Declared(function) = callee(instruction)? else { return None };
        let rest = function.get_name().to_bytes().strip_prefix(MARKER.as_bytes())?;
        if !rest.is_empty() && rest[0] != b'.' {
            return None;
        }
        let arguments = CallSiteValue::try_from(instruction).ok()?.count_arguments();
        let argument = |index: u32| instruction.get_operand(index).and_then(|operand| operand.value());
        let (BasicValueEnum::PointerValue(pointer), BasicValueEnum::IntValue(bytes), BasicValueEnum::IntValue(site)) =
            (argument(0)?, argument(1)?, argument(2)?)
        else {
            return None;
        };
        let site = SiteId(u32::try_from(site.get_zero_extended_constant()?).ok()?);
        let value = if arguments > 3 { argument(3) } else { None };
        Some(Marker { call: instruction, site, pointer, bytes, value })
    }
}
