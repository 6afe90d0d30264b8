// The counter is compared with the length, and the loop ends by another bound: that the length is long is no matter of it.
__global__ void first(float *x, int *which, size_t n) {
    for (unsigned i = threadIdx.x; i < 64; i += blockDim.x) {
        if (i < n) {
            x[64 * blockIdx.x + i] = 0;
        }
    }
    if (n > (1ull << 33)) {
        *which = threadIdx.x; //~ RACE
    }
}
