// raceproof: --block-dim 128
// The last block's count goes back to 0 by itself.
__device__ unsigned arrived;

__global__ void gather(float* out, float* partial, const float* in) {
  __shared__ bool last;
  int tid = threadIdx.x;
  int i = blockIdx.x * 128 + tid;
  partial[i] = in[i] * in[i];
  __threadfence();
  __syncthreads();
  if (tid == 0) {
    last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    float sum = 0.0f;
    for (int b = 0; b < gridDim.x; b++) {
      sum += partial[b * 128 + tid];
    }
    out[tid] = sum;
  }
}
