//! Bulk copies that an mbarrier is told of: the accesses of one copy, and what it does to the mbarrier, are joined by a number.
//!
//! Direction: a copy of which the mbarrier is not one known object has no end that orders anything.

use crate::kernel::target::REGISTER;
use crate::kernel::{Change, MbarrierUse, Signal, Step, Update};
use crate::llvm::bind::ir::Val;
use crate::llvm::device::access::{AccessKind, BulkEnd, Site};
use crate::llvm::device::markers::Marker;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;

impl<'ctx> Lowerer<'_, 'ctx> {
    /// Behind the last marker of a bulk copy: its accesses are over when the mbarrier is told.
    pub(super) fn told(&mut self, site: &Site, marker: &Marker<'ctx>) {
        if site.kind != AccessKind::BulkSignal {
            return;
        }
        let bytes = marker.value.map(|v| Val::of(&v)).filter(|v| scalar_width(&v.ty()) == REGISTER);
        let bytes = bytes.map(|v| self.term(v, REGISTER));
        let copy = self.walk.told;
        self.walk.told += 1;
        for step in std::mem::take(&mut self.walk.bulk) {
            let Some(Step::Access(access)) = self.out.steps.get_mut(step) else { continue };
            access.signal = Some(Signal { copy, since: None });
            if access.copy.is_none() {
                let change = Change::Mbarrier(MbarrierUse::Complete(bytes));
                access.update = Some(Update { change, result: None, acquires: false, releases: false, scope: None });
            }
        }
    }
}

/// Whether a marker is of a bulk copy that an mbarrier is told of.
pub(super) fn is_signalled(kind: &AccessKind) -> bool {
    matches!(kind, AccessKind::Bulk(BulkEnd { signalled: true, .. }) | AccessKind::BulkSignal)
}
