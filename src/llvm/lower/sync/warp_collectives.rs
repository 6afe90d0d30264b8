//! What the lanes of a warp do together: tiles of matrices that they access, and that they all have to come.
//!
//! A tile is accessed by lanes that are not specified, so every lane makes the access, to any part of the tile
//! ([`Tile`]). Such an instruction waits for the whole warp and orders no memory: it stands in the kernel as an exchange
//! for which all lanes have to come, those that have returned included.

use crate::kernel::{Matching, Part, Step, Sync, SyncScope, Tile};
use crate::llvm::bind::ir::Val;
use crate::llvm::device::access::{self, AccessKind, Rows};
use crate::llvm::device::markers::Marker;
use crate::llvm::device::ptx::memory;
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{BinaryOp, CastOp, Owner, Term, VarInfo, VarKind};
use crate::verdict::Assumption;
use inkwell::values::InstructionValue;

impl<'ctx> Lowerer<'_, 'ctx> {
    /// All lanes of the warp have to come here, with the same values for `agreed`.
    pub(crate) fn together(&mut self, block: BlockId, instruction: InstructionValue<'_>, agreed: Vec<Term>) {
        let truth = self.terms.truth();
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        if self.terms.is_false(guard) {
            return;
        }
        let (scope, matching, span) = (SyncScope::Warp, Matching::Site, self.span(instruction));
        let (alive, survived, mask, named, orders, exchange) = (truth, truth, None, None, false, None);
        let sync = Sync { guard, alive, survived, scope, matching, mask, named, orders, agreed, exchange, span };
        self.out.steps.push(Step::Sync(sync));
    }

    /// A warp group multiplies matrices in shared memory, or says which products belong together: all of its lanes come. Where its
    /// warps have just come for the like, they are there.
    pub(crate) fn group_comes(&mut self, block: BlockId, instruction: InstructionValue<'_>) {
        let truth = self.terms.truth();
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        let latest = self.out.steps.iter().rev().find_map(|step| match step {
            Step::Access(access) => access.copy.is_none().then_some(false),
            Step::Sync(sync) => Some(sync.waits_for_returned() && sync.guard == guard && sync.agreed.is_empty()),
            Step::Fence(_) => None,
            Step::Loop(_) => Some(false),
        });
        if latest != Some(true) {
            self.together(block, instruction, vec![]);
        }
        if !self.out.assumptions.contains(&Assumption::WarpGroupComes) {
            self.out.assumptions.push(Assumption::WarpGroupComes);
        }
    }

    /// Inline assembly of products stays where it is, or else they are not followed.
    pub(super) fn stays(&mut self, instruction: InstructionValue<'_>) {
        if memory::may_move_assembly(instruction) {
            self.is_unsupported("a product of matrices in inline assembly that a compiler may move");
        } else if !memory::clobbers_memory(instruction) {
            self.out.assumptions.push(Assumption::VolatileStays);
        }
    }

    /// For an access to a tile: any part of it, and the bytes from the tile's start to there.
    pub(crate) fn tile(&mut self, site: &access::Site, marker: &Marker<'ctx>) -> Option<(Tile, Term)> {
        let tile = match &site.kind {
            AccessKind::Tile(tile) => tile,
            AccessKind::Rows(Rows { spread, lanes }) => {
                let (spread, part) = (spread.clone(), Part::OfLane(*lanes, self.terms.truth()));
                return Some((Tile { spread, part, element: 2 }, self.terms.constant(64, 0)));
            }
            AccessKind::Load
            | AccessKind::Store
            | AccessKind::ReadModifyWrite
            | AccessKind::CopySource
            | AccessKind::CopyDestination
            | AccessKind::Fill
            | AccessKind::Assembly
            | AccessKind::ReadOnlyCache
            | AccessKind::AsyncCopySource
            | AccessKind::AsyncCopyDestination
            | AccessKind::Bulk(_)
            | AccessKind::BulkSignal
            | AccessKind::Product(_)
            | AccessKind::NotModelled { .. } => return None,
        };
        let (name, bounds) = (format!("part {}", self.terms.len()), Some((0, i64::from(tile.parts) - 1)));
        let part = self.terms.declare_var(VarInfo { name, width: 32, kind: VarKind::Local, bounds, owner: Owner::All });
        let part = self.terms.var(part);
        let distance = match marker.value {
            None => self.terms.constant(64, tile.bytes()),
            Some(stride) => {
                let stride = self.term(Val::of(&stride), 32);
                let stride = self.terms.cast(CastOp::Sext, 64, stride);
                self.bytes_of(stride, tile.bits)
            }
        };
        let number = self.terms.cast(CastOp::Sext, 64, part);
        let from_start = self.terms.mul(number, distance);
        let (spread, element) = (tile.spread.clone(), u64::from(tile.bits / 8).max(1));
        Some((Tile { spread, part: Part::Numbered(part), element }, from_start))
    }

    /// The bytes of so many elements of `bits` bits. Where elements are smaller than bytes, whole bytes of them.
    fn bytes_of(&mut self, elements: Term, bits: u32) -> Term {
        let (times, by) = if bits >= 8 { (bits / 8, 1) } else { (1, 8 / bits) };
        let (times, by) = (self.terms.constant(64, times.into()), self.terms.constant(64, by.into()));
        let scaled = self.terms.mul(elements, times);
        self.terms.binary(BinaryOp::SDiv, scaled, by)
    }
}
