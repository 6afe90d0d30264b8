// raceproof: --grid-dim 1
#include <raceproof.h>

// A contract on contents that the kernel changes is not used, which is said.

__global__ void written(int *out, int *idx, int n) {
    __requires_distinct(idx, n);
    if (threadIdx.x < n) out[idx[threadIdx.x]] = threadIdx.x; //~ RACE?
    __syncthreads();
    if (threadIdx.x < n) idx[threadIdx.x] = out[threadIdx.x];
}
