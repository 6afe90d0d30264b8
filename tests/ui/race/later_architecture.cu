// raceproof: --block-dim 64 -gencode arch=compute_80,code=sm_80 -gencode=arch=compute_120,code=[sm_120,compute_120]
// The build makes code for both, and only the older one has the barrier.
__global__ void reverse(int *p) {
    __shared__ int tile[64];
    tile[threadIdx.x] = p[threadIdx.x]; //~ RACE
#if __CUDA_ARCH__ < 1000
    __syncthreads();
#endif
    p[threadIdx.x] = tile[63 - threadIdx.x]; //~ RACE
}
