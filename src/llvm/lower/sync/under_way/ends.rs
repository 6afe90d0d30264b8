//! The ends of asynchronous copies, source and destination: what is said of their accesses.

use super::proxies::is_behind_fence;
use crate::kernel::{Access, Array, ArrayId, AsyncCopy, Bulk, Mode, Step, Unfenced, walk};
use crate::llvm::bind::ir::Val;
use crate::llvm::device::access::{self, AccessKind, BulkEnd, Site};
use crate::llvm::device::markers::Marker;
use crate::llvm::lower::lowerer::Lowerer;
use std::collections::BTreeSet;

impl Lowerer<'_, '_> {
    /// The number of the copy whose marker this is.
    pub(crate) fn copy_of(&self, marker: &Marker<'_>) -> Option<AsyncCopy> {
        let end = self.survey.copies.copies.iter().position(|c| *c == Val::of(&marker.call))?;
        if self.survey.copies.unfenced.contains(&end) {
            return None;
        }
        let kind = &self.input.prepared.site(marker.site)?.kind;
        let product = matches!(kind, AccessKind::Product(_));
        let bulk = (product || matches!(kind, AccessKind::Bulk(_))).then(|| {
            let tensor = matches!(kind, AccessKind::Bulk(BulkEnd { tensor: true, .. }));
            let block = marker.call.get_parent().and_then(|b| self.cfg.id(b));
            let fenced = block.is_some_and(|b| is_behind_fence(self.cfg, self.layout, b, marker.call));
            Bulk { fenced, tensor }
        });
        Some(AsyncCopy { end, outlasts: false, again: false, bulk, product })
    }

    /// The number of the write whose marker this is, if bulk copies need not see it.
    pub(crate) fn unfenced_of(&self, marker: &Marker<'_>) -> Option<Unfenced> {
        let end = self.survey.copies.copies.iter().position(|c| *c == Val::of(&marker.call))?;
        self.survey.copies.unfenced.contains(&end).then_some(Unfenced { end, again: false })
    }

    /// The copies under way where an atomic access of inline assembly stands, and the writes that bulk copies need not see.
    pub(crate) fn pending_at(&self, site: &Site, marker: &Marker<'_>) -> Vec<usize> {
        if site.kind != AccessKind::Assembly || !matches!(site.mode, access::Mode::Atomic { .. }) {
            return vec![];
        }
        let flights = self.survey.copies.at.get(&Val::of(&marker.call));
        let mut all: Vec<usize> = flights.into_iter().flatten().map(|f| f.instance.copy).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    pub(super) fn is_bulk_read(&self, marker: &Marker<'_>) -> bool {
        self.input.prepared.site(marker.site).is_some_and(|s| {
            matches!(s.kind, AccessKind::Bulk(_) | AccessKind::Product(_)) && s.mode == access::Mode::Read
        })
    }
}

/// The arrays that bulk copies may read.
pub(super) fn copied(steps: &[Step], arrays: &[Array]) -> BTreeSet<ArrayId> {
    let reads = |a: &&Access| a.mode == Mode::Read && a.copy.is_some_and(|c| c.bulk.is_some());
    let mut found: BTreeSet<ArrayId> = walk::accesses(steps).filter(reads).map(|a| a.array).collect();
    if found.iter().any(|a| arrays[a.0].unknown_object) {
        found.extend((0..arrays.len()).map(ArrayId));
    }
    found
}
