// raceproof: --block-dim 256
// All lanes of a warp write the sum of its doubles, whose halves are exchanged apart.
__global__ void doubles(const double *in, double *out) {
    __shared__ double warps[8];
    double sum = in[blockIdx.x * 256 + threadIdx.x];
    for (int o = 16; o > 0; o >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, o);
    warps[threadIdx.x / 32] = sum; //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = warps[threadIdx.x & 7];
}
