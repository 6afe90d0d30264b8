// raceproof's CUDA declarations: cooperative groups, the part that synchronises and exchanges values.
#pragma once
#pragma clang system_header
#include <raceproof/clusters.h>
#include <raceproof/cuda.h>

// Recognised by name: a barrier of the whole grid.
extern "C" __device__ void __raceproof_grid_sync();

namespace cooperative_groups {

__rp_device unsigned __rp_thread_in_block() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__rp_device unsigned __rp_lane() { return __nvvm_read_ptx_sreg_laneid(); }

class thread_block {
public:
    __rp_device_method void sync() const { __nvvm_barrier_sync(0); }
    __rp_device_method static unsigned thread_rank() { return __rp_thread_in_block(); }
    __rp_device_method static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    __rp_device_method static unsigned num_threads() { return size(); }
    __rp_device_method static dim3 thread_index() { return threadIdx; }
    __rp_device_method static dim3 group_index() { return blockIdx; }
    __rp_device_method static dim3 group_dim() { return blockDim; }
    __rp_device_method static dim3 dim_threads() { return blockDim; }
};
__rp_device thread_block this_thread_block() { return thread_block(); }

class grid_group {
public:
    __rp_device_method bool is_valid() const { return true; }
    __rp_device_method void sync() const { __raceproof_grid_sync(); }
    __rp_device_method static unsigned long long num_blocks() {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    __rp_device_method static unsigned long long block_rank() {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    __rp_device_method static unsigned long long thread_rank() {
        return block_rank() * thread_block::size() + __rp_thread_in_block();
    }
    __rp_device_method static unsigned long long size() { return num_blocks() * thread_block::size(); }
    __rp_device_method static unsigned long long num_threads() { return size(); }
    __rp_device_method static dim3 group_dim() { return gridDim; }
    __rp_device_method static dim3 dim_blocks() { return gridDim; }
    __rp_device_method static dim3 block_index() { return blockIdx; }
};
__rp_device grid_group this_grid() { return grid_group(); }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
class cluster_group {
public:
    struct arrival_token {};
    __rp_device_method static void sync() {
        __cluster_barrier_arrive();
        __cluster_barrier_wait();
    }
    __rp_device_method static arrival_token barrier_arrive() {
        __cluster_barrier_arrive();
        return arrival_token();
    }
    __rp_device_method static void barrier_wait() { __cluster_barrier_wait(); }
    __rp_device_method static void barrier_wait(arrival_token &&) { __cluster_barrier_wait(); }
    template <class T> __rp_device_method static T *map_shared_rank(T *p, int rank) {
        return (T *)__cluster_map_shared_rank(p, rank);
    }
    __rp_device_method static unsigned query_shared_rank(const void *p) { return __cluster_query_shared_rank(p); }
    __rp_device_method static dim3 block_index() { return __clusterRelativeBlockIdx(); }
    __rp_device_method static unsigned block_rank() { return __clusterRelativeBlockRank(); }
    __rp_device_method static dim3 thread_index() {
        dim3 block = block_index();
        return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y, block.z * blockDim.z + threadIdx.z);
    }
    __rp_device_method static unsigned thread_rank() {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    __rp_device_method static dim3 dim_blocks() { return __clusterDim(); }
    __rp_device_method static unsigned num_blocks() { return __clusterSizeInBlocks(); }
    __rp_device_method static dim3 dim_threads() {
        dim3 blocks = dim_blocks();
        return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
    }
    __rp_device_method static unsigned num_threads() { return num_blocks() * thread_block::size(); }
    __rp_device_method static unsigned size() { return num_threads(); }
};
__rp_device cluster_group this_cluster() { return cluster_group(); }
#endif

// What tiles and coalesced groups have in common: lanes of one warp, given by a mask.
class __rp_lanes {
protected:
    unsigned mask_;
    __rp_device_method explicit __rp_lanes(unsigned mask) : mask_(mask) {}

public:
    __rp_device_method void sync() const { __syncwarp(mask_); }
    __rp_device_method int any(int p) const { return __any_sync(mask_, p); }
    __rp_device_method int all(int p) const { return __all_sync(mask_, p); }
};

template <unsigned Size, class Parent = thread_block> class thread_block_tile : public __rp_lanes {
    static_assert(Size != 0 && Size <= __rp_warp_lanes && (Size & (Size - 1)) == 0, "a tile has a power of two of a warp's threads");
    static constexpr unsigned full = __rp_all_lanes >> (__rp_warp_lanes - Size);
    __rp_device_method static unsigned first() { return Size == __rp_warp_lanes ? 0 : __rp_lane() & ~(Size - 1); }

public:
    __rp_device_method thread_block_tile() : __rp_lanes(full << first()) {}
    __rp_device_method static unsigned thread_rank() { return __rp_lane() & (Size - 1); }
    __rp_device_method static constexpr unsigned size() { return Size; }
    __rp_device_method static constexpr unsigned num_threads() { return Size; }
    __rp_device_method static unsigned meta_group_rank() { return __rp_thread_in_block() / Size; }
    __rp_device_method static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    __rp_device_method unsigned ballot(int p) const { return (__ballot_sync(mask_, p) >> first()) & full; }
    template <class T> __rp_device_method T shfl(T v, int lane) const { return __shfl_sync(mask_, v, lane, Size); }
    template <class T> __rp_device_method T shfl_up(T v, unsigned n) const {
        return __shfl_up_sync(mask_, v, n, Size);
    }
    template <class T> __rp_device_method T shfl_down(T v, unsigned n) const {
        return __shfl_down_sync(mask_, v, n, Size);
    }
    template <class T> __rp_device_method T shfl_xor(T v, unsigned n) const {
        return __shfl_xor_sync(mask_, v, n, Size);
    }
    template <class T> __rp_device_method unsigned match_any(T v) const { return __match_any_sync(mask_, v); }
};

template <unsigned Size> __rp_device thread_block_tile<Size> tiled_partition(const thread_block &) {
    return thread_block_tile<Size>();
}
template <unsigned Size, unsigned Outer, class Parent>
__rp_device thread_block_tile<Size, thread_block_tile<Outer, Parent>> tiled_partition(
    const thread_block_tile<Outer, Parent> &) {
    return thread_block_tile<Size, thread_block_tile<Outer, Parent>>();
}

class coalesced_group : public __rp_lanes {

public:
    __rp_device_method explicit coalesced_group(unsigned mask) : __rp_lanes(mask) {}
    __rp_device_method unsigned thread_rank() const { return __popc(mask_ & ((1u << __rp_lane()) - 1)); }
    __rp_device_method unsigned size() const { return __popc(mask_); }
    __rp_device_method unsigned num_threads() const { return size(); }
    __rp_device_method unsigned ballot(int p) const { return __ballot_sync(mask_, p); }
    // The group's ranks are mapped to lanes, which is left open with the rest of the result.
    template <class T> __rp_device_method T shfl(T v, int rank) const {
        return __shfl_sync(mask_, v, rank == 0 ? __ffs(mask_) - 1 : __fns(mask_, 0, rank + 1));
    }
    template <class T> __rp_device_method T shfl_down(T v, unsigned n) const {
        return shfl(v, (int)(thread_rank() + n));
    }
    template <class T> __rp_device_method T shfl_up(T v, unsigned n) const {
        return shfl(v, (int)(thread_rank() - n));
    }
};
__rp_device coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <class Group> __rp_device void sync(const Group &group) { group.sync(); }
template <class Group> __rp_device unsigned thread_rank(const Group &group) { return group.thread_rank(); }
template <class Group> __rp_device unsigned group_size(const Group &group) { return group.size(); }

template <class T> struct plus {
    __rp_device_method T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
    __rp_device_method T operator()(T a, T b) const { return a < b ? a : b; }
};
template <class T> struct greater {
    __rp_device_method T operator()(T a, T b) const { return a > b ? a : b; }
};
template <unsigned Size, class Parent, class T, class Op>
__rp_device T reduce(const thread_block_tile<Size, Parent> &tile, T v, Op op) {
    for (unsigned n = Size / 2; n > 0; n /= 2) v = op(v, tile.shfl_xor(v, n));
    return v;
}

}  // namespace cooperative_groups
