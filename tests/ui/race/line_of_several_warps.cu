// There is a cell for each warp, and the code says that there are several of them: blocks of one warp are no excuse.

__global__ void shares(float *out, const float *in) {
    __shared__ float share[32];
    if (threadIdx.x % 32 == 0) {
        share[threadIdx.x / 32] = in[threadIdx.x];  //~ RACE?
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = share[0];  //~ RACE
}
