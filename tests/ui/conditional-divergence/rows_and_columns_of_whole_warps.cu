// A row of the block is a warp, and its lanes leave the loop together, if both have whole warps.
__global__ void most(const int *values, int *result, int columns) {
    int found = 0;
    for (int column = threadIdx.y * 32 + threadIdx.x; column < columns; column += 128) {
        found |= __ballot_sync(0xffffffff, values[column] > 0); //~ DIVERGENT
    }
    if (threadIdx.x == 0) {
        result[blockIdx.x * blockDim.y + threadIdx.y] = found;
    }
}
