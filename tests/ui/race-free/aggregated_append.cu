// One atomic for all the lanes that are together, and a slot for each of them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void keep(int* out, int* length, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    int first = 0;
    if (active.thread_rank() == 0) {
      first = atomicAdd(length, (int)active.size());
    }
    out[active.shfl(first, 0) + active.thread_rank()] = in[i];
  }
}
