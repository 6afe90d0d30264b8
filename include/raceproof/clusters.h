// raceproof's CUDA declarations: the cluster of a block, as the toolkit's crt/sm_90_rt.h has it.
#pragma once
#pragma clang system_header
#include <raceproof/vector_types.h>

// These need sm_90, and say so where they are used.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__rp_device void __cluster_barrier_arrive() { __nvvm_barrier_cluster_arrive(); }
__rp_device void __cluster_barrier_arrive_relaxed() { __nvvm_barrier_cluster_arrive_relaxed(); }
__rp_device void __cluster_barrier_wait() { __nvvm_barrier_cluster_wait(); }
__rp_device void __threadfence_cluster() { __nvvm_fence_sc_cluster(); }
__rp_device unsigned __clusterDimIsSpecified() { return __nvvm_is_explicit_cluster(); }
__rp_device unsigned __clusterRelativeBlockRank() { return __nvvm_read_ptx_sreg_cluster_ctarank(); }
__rp_device unsigned __clusterSizeInBlocks() { return __nvvm_read_ptx_sreg_cluster_nctarank(); }
#define __rp_cluster_dim3(name, of) \
    __rp_device dim3 name() { \
        return dim3(__nvvm_read_ptx_sreg_##of##_x(), __nvvm_read_ptx_sreg_##of##_y(), __nvvm_read_ptx_sreg_##of##_z()); \
    }
__rp_cluster_dim3(__clusterDim, cluster_nctaid)
__rp_cluster_dim3(__clusterRelativeBlockIdx, cluster_ctaid)
__rp_cluster_dim3(__clusterGridDimInClusters, nclusterid)
__rp_cluster_dim3(__clusterIdx, clusterid)
#undef __rp_cluster_dim3
__rp_device void *__cluster_map_shared_rank(const void *p, unsigned rank) {
    return __nvvm_mapa(const_cast<void *>(p), (int)rank);
}
__rp_device unsigned __cluster_query_shared_rank(const void *p) { return __nvvm_getctarank(const_cast<void *>(p)); }
#endif
