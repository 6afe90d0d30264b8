// As conditional-race/sums_of_rows_by_pairs_of_lanes, but what the two lanes write is of their own.
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
        sums[row] = sum + threadIdx.x; //~ RACE
    }
}
// Lanes have returned, and what others are given by them is undefined.
__global__ void sums_of_what_is_left(const float *a, float *sums, int n) {
    const int i = blockIdx.x * 32 + threadIdx.x;
    if (i >= n) {
        return;
    }
    float sum = a[i];
    for (int mask = 16; mask > 0; mask >>= 1) {
        sum += __shfl_xor_sync(0xffffffff, sum, mask);
    }
    if (threadIdx.x < 2) {
        sums[blockIdx.x] = sum; //~ RACE
    }
}
// They return in a loop, one after the other.
__global__ void sums_until_the_end(const float *a, float *sums, int rows, int width) {
    for (int row = blockIdx.x * blockDim.y + threadIdx.y;; row += gridDim.x * blockDim.y) {
        if (row + (int)threadIdx.x >= rows) {
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
}
// Each lane looks for a number of its own, and some find none.
__global__ void sums_of_what_is_found(const float *a, float *sums, int n) {
    int k = 0;
    while (k < n && a[k] != threadIdx.x) {
        k++;
    }
    if (k > 5) {
        return;
    }
    float sum = a[k];
    for (int mask = 16; mask > 0; mask >>= 1) {
        sum += __shfl_xor_sync(0xffffffff, sum, mask);
    }
    if (threadIdx.x < 2) {
        sums[blockIdx.x] = sum; //~ RACE
    }
}
