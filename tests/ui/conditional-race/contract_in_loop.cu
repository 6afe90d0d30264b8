// raceproof: --grid-dim 1
#include <raceproof.h>

// A contract on contents that stands in a loop is not used, which is said.
__global__ void in_loop(int *out, const int *idx, int n, int m) {
    for (int i = 0; i < m; i++) {
        __requires_distinct(idx, n);
        if (threadIdx.x < n) out[idx[threadIdx.x]] = threadIdx.x + i; //~ RACE
        __syncthreads();
    }
}
