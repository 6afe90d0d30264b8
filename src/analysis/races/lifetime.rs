//! Accesses to the shared memory of a block that may not have begun, or may have ended.
//!
//! Shared memory comes to be with its block and is gone with it. So each thread of a block is taken to write all of the block's
//! distributed arrays once before all else and once after all else, where it returns too; nobody but an access by another block
//! conflicts with that. Such an access races with the begin unless a barrier of the cluster stands before it, and with the end
//! unless one stands behind it that the other block's threads do not miss:
//!
//! ```text
//! [begin] ... barrier; map(s, r)[i] = x; barrier; ... [end]
//! ```
//!
//! Source: CUDA C++ Programming Guide, "Distributed Shared Memory": all blocks have to exist, and the operations to happen before one
//! exits. Direction: a block begins with its first thread and ends with its last one; each thread counts here, so that an order
//! which holds back one of them, and is no barrier, is not seen.

use crate::kernel::{Access, Array, ArrayId, Life, Mode, Step};
use crate::span::Span;
use crate::term::{Term, Terms};

/// No access inside an array of unknown size is this far from its start, in bytes.
const FAR: u64 = 1 << 40;

/// The steps of an array that other blocks reach, between the begin and the end of the block.
pub(super) fn around(
    terms: &mut Terms,
    (array, declared): (ArrayId, &Array),
    rank: Term,
    span: &Span,
    steps: Vec<Step>,
) -> Vec<Step> {
    let size = declared.declared_bytes().map_or(FAR, i64::cast_unsigned);
    let [begin, end] = [Life::Begins, Life::Ends].map(|life| {
        let (truth, start) = (terms.truth(), terms.constant(64, 0));
        let bytes = terms.constant(64, size);
        let all = Access::plain(truth, array, start, bytes, Mode::Write(None));
        // One that is not followed may be to any block.
        let rank = (!declared.unknown_object).then_some(rank);
        Step::Access(Access { rank, life: Some(life), span: span.clone(), id: usize::MAX, ..all })
    });
    std::iter::once(begin).chain(steps).chain([end]).collect()
}

/// Whether one of both stands for the begin or the end of a block, and no access by another one meets it.
pub(super) fn is_of_no_matter([left, right]: [&Access; 2], own: Option<Term>) -> bool {
    let is_remote = |a: &Access| a.life.is_none() && a.rank != own;
    match (left.life, right.life) {
        (None, None) => false,
        (Some(_), None) => !is_remote(right),
        (None, Some(_)) => !is_remote(left),
        (Some(_), Some(_)) => true,
    }
}
