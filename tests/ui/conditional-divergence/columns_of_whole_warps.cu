// Lanes of the last warp leave the loop before the others, unless there are columns for whole warps.
__global__ void __launch_bounds__(32) most(const int *values, int *result, int columns) {
    int found = 0;
    for (int column = threadIdx.x; column < columns; column += 32) {
        found |= __ballot_sync(0xffffffff, values[column] > 0); //~ DIVERGENT
    }
    if (threadIdx.x == 0) {
        result[blockIdx.x] = found;
    }
}
