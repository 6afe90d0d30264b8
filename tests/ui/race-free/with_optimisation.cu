// raceproof: --block-dim 64 -O2
// What the host compiler's preprocessor defines with -O counts in device code, too.
__global__ void reverse(int *p) {
    __shared__ int tile[64];
    tile[threadIdx.x] = p[threadIdx.x];
#ifdef __OPTIMIZE__
    __syncthreads();
#endif
    p[threadIdx.x] = tile[63 - threadIdx.x];
}
