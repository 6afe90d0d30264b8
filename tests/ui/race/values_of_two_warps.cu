// Two warps write what each of them has agreed on, to one cell; and the lanes of a half-warp write what their half has.
__global__ void votes(const int *in, int *out) {
    __shared__ int pairs[4];
    int v = in[blockIdx.x * 256 + threadIdx.x];
    pairs[threadIdx.x / 64] = __all_sync(0xffffffff, v > 0); //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = pairs[threadIdx.x & 3];
}
__global__ void halves(const int *in, int *out) {
    __shared__ int warps[8];
    int v = in[blockIdx.x * 256 + threadIdx.x];
    warps[threadIdx.x / 32] = __shfl_sync(0xffffffff, v, 0, 16); //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
void run(const int *in, int *out) {
    votes<<<64, 256>>>(in, out);
    halves<<<64, 256>>>(in, out);
}
