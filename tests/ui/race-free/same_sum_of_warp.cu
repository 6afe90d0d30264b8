// raceproof: --block-dim 256
// All lanes of a warp write what a butterfly reduction has left in each of them: in a loop, step by step, as maximum, and by
// the reduction of a tile.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void in_a_loop(const float *in, float *out) {
    __shared__ float warps[8];
    float sum = in[blockIdx.x * 256 + threadIdx.x];
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o);
    warps[threadIdx.x / 32] = sum; //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
__global__ void upwards(const float *in, float *out) {
    __shared__ float warps[8];
    float most = in[blockIdx.x * 256 + threadIdx.x];
    for (int o = 1; o < 32; o *= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, o));
    warps[threadIdx.x / 32] = most; //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
__global__ void step_by_step(const int *in, int *out) {
    __shared__ int warps[8];
    int sum = in[blockIdx.x * 256 + threadIdx.x];
    sum += __shfl_xor_sync(0xffffffff, sum, 16);
    sum += __shfl_xor_sync(0xffffffff, sum, 8);
    sum += __shfl_xor_sync(0xffffffff, sum, 4);
    sum += __shfl_xor_sync(0xffffffff, sum, 2);
    sum += __shfl_xor_sync(0xffffffff, sum, 1);
    warps[threadIdx.x / 32] = sum / 32; //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
__global__ void rows(const int *in, int *out, int n) {
    __shared__ int warps[8];
    for (int row = 0; row < n; row++) {
        int most = in[row * 256 + threadIdx.x];
        for (int o = 16; o > 0; o >>= 1) most = max(most, __shfl_xor_sync(0xffffffff, most, o));
        warps[threadIdx.x / 32] = most; //~ BENIGN
        __syncthreads();
        out[blockIdx.x * n * 256 + row * 256 + threadIdx.x] = warps[threadIdx.x & 7];
        __syncthreads();
    }
}
__global__ void of_a_tile(const int *in, int *out) {
    __shared__ int warps[8];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int v = in[blockIdx.x * 256 + threadIdx.x];
    warps[threadIdx.x / 32] = cg::reduce(warp, v, cg::plus<int>()); //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
