// raceproof: -arch=sm_80 --block-dim 256
// All lanes of a warp write what a vote, a reduction, a ballot or the first lane gives all of them.
__global__ void first(const int *in, int *out) {
    __shared__ int warps[8];
    int v = in[blockIdx.x * 256 + threadIdx.x];
    warps[threadIdx.x / 32] = __shfl_sync(0xffffffff, v, 0); //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
__global__ void votes(const int *in, int *out) {
    __shared__ int warps[8];
    int v = in[blockIdx.x * 256 + threadIdx.x];
    warps[threadIdx.x / 32] = __all_sync(0xffffffff, v > 0); //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
__global__ void ballots(const int *in, int *out) {
    __shared__ int warps[8];
    int v = in[blockIdx.x * 256 + threadIdx.x];
    warps[threadIdx.x / 32] = __popc(__ballot_sync(0xffffffff, v > 0)); //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
__global__ void sums(const int *in, int *out) {
    __shared__ int warps[8];
    int v = in[blockIdx.x * 256 + threadIdx.x];
    warps[threadIdx.x / 32] = __reduce_add_sync(0xffffffff, v); //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
void run(const int *in, int *out) {
    first<<<64, 256>>>(in, out);
    votes<<<64, 256>>>(in, out);
    ballots<<<64, 256>>>(in, out);
    sums<<<64, 256>>>(in, out);
}
