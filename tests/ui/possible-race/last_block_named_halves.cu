// raceproof: --block-dim 128
// Before the draw each half of the block waits for itself only.
__device__ unsigned arrived;

__global__ void gather(float* out, float* partial, const float* in) {
  __shared__ bool last;
  int tid = threadIdx.x;
  int i = blockIdx.x * 128 + tid;
  partial[i] = in[i] * in[i]; //~ RACE
  __threadfence();
  asm volatile("bar.sync %0, 64;" : : "r"(1 + tid / 64) : "memory");
  if (tid == 0) {
    last = atomicAdd(&arrived, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    float sum = 0.0f;
    for (int b = 0; b < gridDim.x; b++) {
      sum += partial[b * 128 + tid]; //~ RACE
    }
    out[tid] = sum; //~ RACE?
  }
}
