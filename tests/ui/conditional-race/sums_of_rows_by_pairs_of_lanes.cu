// All lanes of a warp have the row's sum, and two of them write it: harmless where a row of threads is made of whole warps.
__global__ void sums_of_rows(const float *a, float *sums, int rows, int width) {
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) {
        return;
    }
    const int part = threadIdx.x / 2;
    float sum = 0.f;
    for (int i = part; i < width; i += 16) {
        sum += a[row * width + i];
    }
    for (int mask = 16; mask > 0; mask >>= 1) {
        sum += __shfl_xor_sync(0xffffffff, sum, mask);
    }
    if (part == 0) {
        sums[row] = sum; //~ RACE
    }
}
// Whole blocks return: with one warp each, all of it is there.
__global__ void sums_by_blocks(const float *a, float *sums, int rows, int width) {
    const int row = blockIdx.x;
    if (row >= rows) {
        return;
    }
    float sum = 0.f;
    for (int k = threadIdx.x; k < width; k += 32) {
        sum += a[row * width + k];
    }
    for (int mask = 16; mask > 0; mask >>= 1) {
        sum += __shfl_xor_sync(0xffffffff, sum, mask);
    }
    sums[row] = sum; //~ RACE
}
