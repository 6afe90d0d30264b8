// raceproof: --block-dim 64
// nvcc's preprocessor knows of no optimisation unless it is asked for.
__global__ void reverse(int *p) {
    __shared__ int tile[64];
    tile[threadIdx.x] = p[threadIdx.x]; //~ RACE
#ifdef __OPTIMIZE__
    __syncthreads();
#endif
    p[threadIdx.x] = tile[63 - threadIdx.x]; //~ RACE
}
