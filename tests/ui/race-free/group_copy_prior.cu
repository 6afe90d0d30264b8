// raceproof: --block-dim 64 -arch=sm_80
// No group may stay open.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void reverse(float* out, const float* in) {
  __shared__ float s[64];
  cg::thread_block block = cg::this_thread_block();
  int tid = threadIdx.x;
  cg::memcpy_async(block, s, in, sizeof(s));
  cg::wait_prior<0>(block);
  out[tid] = s[63 - tid];
}
