//! What was found about the barriers of a kernel.

use crate::kernel::Sync;
use crate::span::Span;
use crate::verdict::{About, Certainty, Divergence, Finding, FindingKind, Open, Reason};
use std::collections::{BTreeMap, BTreeSet};

/// Whether threads miss a barrier is open.
pub(super) fn open_at(sync: &Sync, why: Reason) -> Open {
    Open::about(About::Barrier { line: sync.span.line }, why)
}

/// What was found about the barriers of a kernel.
#[derive(Default, Debug)]
pub struct Barriers {
    pub found: BTreeMap<(Span, &'static str), Finding>,
    pub unknown: BTreeSet<Open>,
    /// Some threads may have returned before a barrier.
    pub(crate) exited: bool,
}

impl Barriers {
    #[must_use]
    pub fn verdict(&self) -> Divergence {
        let has = |certainty| {
            self.found.values().any(|f| f.kind == FindingKind::BarrierDivergence && f.certainty == certainty)
        };
        if has(Certainty::Race) {
            Divergence::Divergent
        } else if has(Certainty::Conditional) {
            Divergence::Conditional
        } else if has(Certainty::Possible) {
            Divergence::Possible
        } else if !self.unknown.is_empty() {
            Divergence::Unknown
        } else if self.exited {
            Divergence::Exited
        } else {
            Divergence::Free
        }
    }

    /// Whether the threads that have not returned are found to disagree at a barrier, with this certainty.
    pub(crate) fn has(&self, at: &Span, certainty: Certainty) -> bool {
        let divergent = |f: &Finding| f.kind == FindingKind::BarrierDivergence && f.certainty == certainty;
        self.found.iter().any(|((span, _), f)| span == at && divergent(f))
    }

    /// Adds what was found otherwise.
    pub(crate) fn extend(&mut self, more: Barriers) {
        self.found.extend(more.found);
        self.unknown.extend(more.unknown);
        self.exited |= more.exited;
    }

    /// Adds a finding, or takes its place in one that is less certain. Of two conditional ones all conditions are needed.
    pub(crate) fn add(&mut self, at: Span, new: Finding) {
        let kept = self.found.entry((at, new.code)).or_insert_with(|| new.clone());
        if new.certainty < kept.certainty {
            *kept = new;
        } else if kept.certainty == Certainty::Conditional && new.certainty == Certainty::Conditional {
            kept.absorb(new);
        }
    }
}
