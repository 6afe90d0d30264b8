// raceproof: --block-dim 64
// The barrier of a cooperative group is one of the whole block, wherever it stands.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void part(float* out, const float* in) {
  __shared__ float s[64];
  cg::thread_block block = cg::this_thread_block();
  int tid = block.thread_rank();
  s[tid] = in[tid]; //~ RACE?
  if (tid < 48) {
    block.sync(); //~ DIVERGENT
    out[tid] = s[47 - tid]; //~ RACE?
  } else {
    out[tid] = in[tid];
  }
}
