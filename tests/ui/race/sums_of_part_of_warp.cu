// raceproof: --block-dim 256
// Reductions that do not leave one value in all lanes of a warp: one step is missing, only the first lane has it, the steps are
// of half a warp, the operation is no sum of both, or what is added is another value than the lane's own.
__global__ void a_step_short(const float *in, float *out) {
    __shared__ float warps[8];
    float sum = in[blockIdx.x * 256 + threadIdx.x];
    for (int o = 16; o > 1; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o);
    warps[threadIdx.x / 32] = sum; //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
__global__ void downwards(const float *in, float *out) {
    __shared__ float warps[8];
    float sum = in[blockIdx.x * 256 + threadIdx.x];
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_down_sync(0xffffffff, sum, o);
    warps[threadIdx.x / 32] = sum; //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
__global__ void halves(const int *in, int *out) {
    __shared__ int warps[8];
    int sum = in[blockIdx.x * 256 + threadIdx.x];
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o, 16);
    warps[threadIdx.x / 32] = sum; //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
__global__ void differences(const int *in, int *out) {
    __shared__ int warps[8];
    int sum = in[blockIdx.x * 256 + threadIdx.x];
    for (int o = 16; o > 0; o >>= 1) sum -= __shfl_xor_sync(0xffffffff, sum, o);
    warps[threadIdx.x / 32] = sum; //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
__global__ void of_the_first(const int *in, int *out) {
    __shared__ int warps[8];
    int first = in[blockIdx.x * 256 + threadIdx.x], sum = first;
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffff, first, o);
    warps[threadIdx.x / 32] = sum; //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
