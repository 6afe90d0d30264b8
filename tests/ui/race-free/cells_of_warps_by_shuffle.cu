// All lanes of a warp are given its number, as libraries write it so that the compiler knows that it is the same for all.
__global__ void sums(float *out, const float *in, int rounds)
{
    __shared__ float of_warp[32];
    __shared__ int count;
    int warp = __shfl_sync(0xffffffffu, threadIdx.x / 32, 0);
    if (warp == 0 && threadIdx.x % 32 == 7) {
        count = rounds;
    }
    if (threadIdx.x % 32 == 0) {
        of_warp[warp] = in[blockIdx.x * blockDim.x + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < count; ++i) {
        int next = __shfl_sync(0xffffffffu, (threadIdx.x / 32 + i) % 32, 0);
        out[blockIdx.x * blockDim.x + threadIdx.x] = of_warp[next];
    }
}
