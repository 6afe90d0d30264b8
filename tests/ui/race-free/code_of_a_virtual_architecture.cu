// raceproof: --block-dim 64 -gencode arch=compute_80,code=sm_90
// Code for sm_90 is made of what is compiled for compute_80.
__global__ void reverse(int *p) {
    __shared__ int tile[64];
    tile[threadIdx.x] = p[threadIdx.x];
#if __CUDA_ARCH__ < 900
    __syncthreads();
#endif
    p[threadIdx.x] = tile[63 - threadIdx.x];
}
