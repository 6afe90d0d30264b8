// raceproof: --block-dim 64
// The same block-wide barrier may be waited at in two places, as long as all threads wait.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void part(float* out, const float* in) {
  __shared__ float s[64];
  cg::thread_block block = cg::this_thread_block();
  int tid = block.thread_rank();
  s[tid] = in[tid];
  if (tid < 48) {
    block.sync();
    out[tid] = s[47 - tid];
  } else {
    block.sync();
    out[tid] = s[tid - 48];
  }
}
