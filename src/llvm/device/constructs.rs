//! What people call the constructs of PTX that are not modelled, by their instructions.
//!
//! Source: PTX ISA; LLVM's intrinsics have the same names behind `llvm.nvvm.`. It is asked only
//! of what was found not to be modelled: a family is listed whole (`bar.`), though some of its forms are.

/// Beginnings of instructions, the longer of two that fit first, and what they belong to.
const CONSTRUCTS: [(&str, &str); 28] = [
    ("cp.async.mbarrier", "asynchronous copy that an mbarrier (`cuda::barrier`) waits for"),
    ("cp.async.bulk.tensor", "bulk copy of a tensor (TMA)"),
    ("cp.async.bulk.prefetch", "prefetch of a bulk copy (TMA)"),
    ("cp.async.bulk", "bulk copy (`cuda::memcpy_async`, TMA)"),
    ("cp.reduce.async.bulk", "bulk reduction (TMA)"),
    ("mbarrier.", "mbarrier (`cuda::barrier`)"),
    ("fence.mbarrier", "fence of an mbarrier (`cuda::barrier`)"),
    ("fence.proxy", "fence between proxies"),
    ("barrier.cluster", "barrier of the cluster"),
    ("barrier.red", "named barrier with a reduction"),
    ("barrier", "named barrier"),
    ("bar.warp", "barrier of a warp"),
    ("bar.red", "named barrier with a reduction"),
    ("bar.", "named barrier"),
    ("wgmma", "product of matrices by a warp group"),
    ("tcgen05.alloc", "allocation of tensor memory"),
    ("tcgen05.dealloc", "release of tensor memory"),
    ("tcgen05.relinquish_alloc_permit", "allocation of tensor memory"),
    ("tcgen05.ld", "load from tensor memory"),
    ("tcgen05.st", "store to tensor memory"),
    ("tcgen05.cp", "copy to tensor memory"),
    ("tcgen05.shift", "shift in tensor memory"),
    ("tcgen05.commit", "commit of products in tensor memory to an mbarrier"),
    ("tcgen05.wait", "wait for loads and stores of tensor memory"),
    ("tcgen05.fence", "fence of tensor memory"),
    ("tcgen05", "product of matrices in tensor memory"),
    ("clusterlaunchcontrol", "request for the work of another cluster"),
    ("red.async", "asynchronous reduction that an mbarrier waits for"),
];

/// What the instruction of this name belongs to, if that is a construct of a name of its own.
pub(crate) fn construct(instruction: &str) -> Option<&'static str> {
    CONSTRUCTS.iter().find(|(start, _)| instruction.starts_with(start)).map(|(_, words)| *words)
}

/// The name of the instruction of a statement.
pub(crate) fn opcode(statement: &str) -> &str {
    statement.split_whitespace().find(|w| !w.starts_with('@')).unwrap_or(statement)
}

#[cfg(test)]
mod tests {
    use super::{construct, opcode};

    fn named(statement: &str, words: &str) {
        let found = construct(opcode(statement)).unwrap_or_default();
        assert!(found.contains(words), "{statement}: {found}");
    }

    #[test]
    fn constructs_have_the_names_that_people_give_them() {
        for operation in ["init", "inval", "arrive", "arrive_drop", "arrive.expect_tx", "expect_tx", "complete_tx"] {
            named(&format!("mbarrier.{operation}.shared::cta.b64 [$0], $1"), "mbarrier");
        }
        for operation in ["test_wait", "test_wait.parity", "try_wait", "try_wait.parity", "pending_count"] {
            named(&format!("@p mbarrier.{operation}.b64 $0, [$1], $2"), "mbarrier");
        }
        named("cp.async.mbarrier.arrive.noinc.shared.b64 [$0]", "mbarrier");
        named("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3]", "bulk copy");
        named("cp.async.bulk.commit_group", "bulk copy");
        named("cp.async.bulk.tensor.2d.shared::cluster.global.tile [$0], [$1, {$2, $3}], [$4]", "tensor");
        named("cp.async.bulk.tensor.g2s.tile.2d", "tensor");
        named("fence.mbarrier_init.release.cluster", "mbarrier");
        named("fence.proxy.async.shared::cta", "proxies");
        named("bar.red.popc.u32 $0, 1, 64, p", "named barrier");
        named("barrier.cluster.arrive.aligned", "cluster");
    }

    #[test]
    fn others_have_none() {
        for statement in ["cp.async.wait_all", "cp.async.commit_group", "fence.acq_rel.gpu", "st.shared.u32 [$0], $1"] {
            assert_eq!(construct(opcode(statement)), None, "{statement}");
        }
    }
}
