// raceproof: --block-dim 256
// The halves of a double come from two lanes, so that the lanes of a warp end with different sums.
__global__ void mixed(const double *in, double *out) {
    __shared__ double warps[8];
    double sum = in[blockIdx.x * 256 + threadIdx.x];
    for (int o = 16; o > 0; o >>= 1) {
        int low = __shfl_xor_sync(0xffffffff, __double2loint(sum), o);
        int high = __shfl_xor_sync(0xffffffff, __double2hiint(sum), o ^ 1);
        sum += __hiloint2double(high, low);
    }
    warps[threadIdx.x / 32] = sum; //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}

// The upper half of a double for both.
__global__ void twice(const double *in, double *out) {
    __shared__ double warps[8];
    double sum = in[blockIdx.x * 256 + threadIdx.x];
    for (int o = 16; o > 0; o >>= 1) {
        int low = __shfl_xor_sync(0xffffffff, __double2hiint(sum), o);
        int high = __shfl_xor_sync(0xffffffff, __double2hiint(sum), o);
        sum += __hiloint2double(high, low);
    }
    warps[threadIdx.x / 32] = sum; //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
