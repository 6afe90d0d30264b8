// raceproof: --block-dim 64
// Nothing says that the lanes of the branch are in one group.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void own(int* out, const int* in) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  if (tid % 4 < 2) {
    cg::coalesced_group g = cg::coalesced_threads();
    s[tid] = in[tid]; //~ RACE
    g.sync();
    out[tid] = s[tid ^ 1]; //~ RACE
  }
}
