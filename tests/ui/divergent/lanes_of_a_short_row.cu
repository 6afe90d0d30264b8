// No shape of the block helps: only the first lanes of a warp come.
__global__ void first_lanes(const int *values, int *result, int rows) {
    for (int row = threadIdx.y; row < rows; row += blockDim.y) {
        if (threadIdx.x % 32 < 20) {
            result[row * blockDim.x + threadIdx.x] = __any_sync(0xffffffff, values[row]); //~ DIVERGENT
        }
    }
}
