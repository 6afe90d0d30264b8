// The first lane of each warp writes one variable, and the code says that a block has several warps.
__global__ void last_ones(int *out, const int *in) {
    __shared__ int base;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0) {
        base = in[warp];  //~ RACE
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = base + lane;
}
