// Each row of the block writes a row of 64, in two steps of a warp: the rows of the block are one warp wide.
__global__ void rows(const float *in, float *out) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    for (int step = 0; step < 2; step++) {
        out[row * 64 + step * 32 + threadIdx.x] = in[threadIdx.x]; //~ RACE
    }
}
