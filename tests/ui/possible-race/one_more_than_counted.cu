// Each row writes one cell more than it has, which is the next one's first.
#include <raceproof.h>

__global__ void one_more(int *out, const int *start, const int *length, int n) {
    __requires_offsets(start, n, length);
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    for (int k = 0; k <= length[r]; k++) out[start[r] + k] = r; //~ RACE?
}
