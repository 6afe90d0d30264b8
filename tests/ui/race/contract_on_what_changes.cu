// A contract on contents says nothing of an array that the kernel writes.
#include <raceproof.h>

__global__ void changed(int *out, int *to, int n, int moved) {
    __requires_distinct(to, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    to[i] = moved;
    out[to[i]] = i; //~ RACE
}
