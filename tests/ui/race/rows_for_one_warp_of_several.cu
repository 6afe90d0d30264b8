// The loop goes on by 32 cells, but the kernel is written for several warps: their partial sums are added up by the first.
__global__ void sums(float *total, float *cells, int width) {
    __shared__ float partial[8];
    float own = 0;
    cells += blockIdx.x * width;
    for (int i = threadIdx.x; i < width; i += 32) {
        cells[i] *= 2;  //~ RACE
        own += cells[i];  //~ RACE
    }
    for (int d = 16; d > 0; d /= 2) {
        own += __shfl_xor_sync(0xffffffff, own, d);
    }
    if (threadIdx.x % 32 == 0) {
        partial[threadIdx.x / 32] = own;
    }
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        for (int w = 0; w < blockDim.x / 32; w++) {
            *total += partial[w];
        }
    }
}
