//! What says that an asynchronous copy is over: groups, of which there are two kinds, or an mbarrier; and writes that are none, but that bulk
//! copies need not see.
//!
//! Direction: a marker of another kind is of no copy.

use crate::llvm::device::access::{AccessKind, AtomicOp, BulkEnd, Mode};
use crate::llvm::device::markers::Marker;
use crate::llvm::prepare::prepared::Prepared;
use inkwell::values::InstructionValue;

/// What says that a copy is over. Ordered: a wait for the end of a kind of bulk copies' ends is one for those before it, too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Grouped {
    /// The groups of copies of up to 16 bytes.
    Single,
    /// Those of bulk copies: what they read.
    BulkReads,
    /// What they write.
    BulkWrites,
    /// None: an mbarrier does, which is looked at later.
    Signalled,
    /// The groups of a warp group's products of matrices.
    Products,
    /// It is no copy, but a write that bulk copies need not see before a fence of proxies.
    Unfenced,
}

impl Grouped {
    /// Whether a commit or a wait for these is one for a copy's end of that kind, too.
    pub(super) fn covers(self, of: Grouped) -> bool {
        match (self, of) {
            (Grouped::Single, Grouped::Single) => true,
            (Grouped::BulkWrites, Grouped::BulkReads | Grouped::BulkWrites) => true,
            (Grouped::BulkReads, Grouped::BulkReads) => true,
            (Grouped::Products, Grouped::Products) => true,
            (Grouped::Unfenced, Grouped::Unfenced) => true,
            (
                Grouped::Single
                | Grouped::BulkReads
                | Grouped::BulkWrites
                | Grouped::Signalled
                | Grouped::Products
                | Grouped::Unfenced,
                _,
            ) => false,
        }
    }
}

/// What says that a copy is over, if the marker is of one.
pub(super) fn ended_by(prepared: &Prepared<'_>, instruction: InstructionValue<'_>) -> Option<Grouped> {
    let site = Marker::of(instruction).and_then(|m| prepared.site(m.site))?;
    match (&site.kind, site.mode) {
        (AccessKind::AsyncCopySource | AccessKind::AsyncCopyDestination, _) => Some(Grouped::Single),
        (AccessKind::Product(_), _) => Some(Grouped::Products),
        (AccessKind::Bulk(BulkEnd { signalled: true, .. }), _) => Some(Grouped::Signalled),
        (AccessKind::Bulk(_), Mode::Read) => Some(Grouped::BulkReads),
        (AccessKind::Bulk(_), Mode::Write | Mode::Atomic { .. }) => Some(Grouped::BulkWrites),
        (
            AccessKind::Load
            | AccessKind::Store
            | AccessKind::ReadModifyWrite
            | AccessKind::CopySource
            | AccessKind::CopyDestination
            | AccessKind::Fill
            | AccessKind::Assembly
            | AccessKind::ReadOnlyCache
            | AccessKind::BulkSignal
            | AccessKind::Tile(_)
            | AccessKind::Rows(_)
            | AccessKind::NotModelled { .. },
            _,
        ) => None,
    }
}

pub(super) fn is_bulk_read(prepared: &Prepared<'_>, instruction: InstructionValue<'_>) -> bool {
    let site = Marker::of(instruction).and_then(|m| prepared.site(m.site));
    site.is_some_and(|s| matches!(s.kind, AccessKind::Bulk(_) | AccessKind::Product(_)) && s.mode == Mode::Read)
}

/// Whether a marker is of a write through the generic proxy.
pub(super) fn unfenced(prepared: &Prepared<'_>, instruction: InstructionValue<'_>) -> Option<Grouped> {
    let site = Marker::of(instruction).and_then(|m| prepared.site(m.site))?;
    let writes = match site.mode {
        Mode::Read | Mode::Atomic { op: AtomicOp::Load, .. } => false,
        Mode::Write | Mode::Atomic { .. } => true,
    };
    let generic = match site.kind {
        AccessKind::Store
        | AccessKind::ReadModifyWrite
        | AccessKind::CopyDestination
        | AccessKind::Fill
        | AccessKind::Assembly
        | AccessKind::Tile(_)
        | AccessKind::Rows(_) => true,
        AccessKind::Load
        | AccessKind::CopySource
        | AccessKind::ReadOnlyCache
        | AccessKind::AsyncCopySource
        | AccessKind::AsyncCopyDestination
        | AccessKind::Bulk(_)
        | AccessKind::BulkSignal
        | AccessKind::Product(_)
        | AccessKind::NotModelled { .. } => false,
    };
    (writes && generic).then_some(Grouped::Unfenced)
}
