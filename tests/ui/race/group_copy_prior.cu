// raceproof: --block-dim 64 -arch=sm_80
// The latest group may stay open, and there is one only.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void reverse(float* out, const float* in) {
  __shared__ float s[64];
  cg::thread_block block = cg::this_thread_block();
  int tid = threadIdx.x;
  cg::memcpy_async(block, s, in, sizeof(s)); //~ RACE
  cg::wait_prior<1>(block);
  out[tid] = s[63 - tid]; //~ RACE
}
