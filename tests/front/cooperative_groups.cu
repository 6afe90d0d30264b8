#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cassert>
#include <raceproof.h>
namespace cg = cooperative_groups;

__global__ void groups(int *p) {
    __requires(blockDim.x == 32);
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    block.sync();
    tile.sync();
    cg::sync(block);
    p[tile.thread_rank()] = tile.shfl(p[0], 1) + tile.any(p[1]) + tile.ballot(p[3]) + tile.shfl_down(p[2], 4);
    cg::grid_group grid = cg::this_grid();
    grid.sync();
    auto active = cg::coalesced_threads();
    active.sync();
    p[active.thread_rank()] = active.size() + grid.thread_rank() + block.size() + tile.meta_group_rank();
    auto inner = cg::tiled_partition<4>(tile);
    inner.sync();
    assert(p[0] > 3);
    __builtin_assume(threadIdx.x < 4);
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    p[3] = cg::reduce(warp, p[3], cg::plus<int>());
}

int main() {
    int x = 0;
    assert(x == 0);
    groups<<<1, 32>>>(&x);
}
