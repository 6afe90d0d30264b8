// Each row of the block sums up rows of the matrix: a row is a warp, unless the block is narrower.
__global__ void row_sums(const float *matrix, float *sums, int rows) {
    for (int row = threadIdx.y; row < rows; row += blockDim.y) {
        float sum = matrix[row * 32 + threadIdx.x % 32];
        for (int distance = 16; distance > 0; distance /= 2) {
            sum += __shfl_xor_sync(0xffffffff, sum, distance); //~ DIVERGENT
        }
        if (threadIdx.x == 0) {
            sums[row] = sum;
        }
    }
}
