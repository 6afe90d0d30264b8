// raceproof: --block-dim 64 -gencode arch=compute_80,code=sm_80 -gencode=arch=compute_120,code=[sm_120,compute_120]
// Each architecture has its own way to the same barrier.
__global__ void reverse(int *p) {
    __shared__ int tile[64];
    tile[threadIdx.x] = p[threadIdx.x];
#if __CUDA_ARCH__ == 800
    __syncthreads();
#elif __CUDA_ARCH__ == 1200 && !defined(__CUDA_ARCH_FEAT_SM90_ALL)
    __syncthreads();
#endif
    p[threadIdx.x] = tile[63 - threadIdx.x];
}
