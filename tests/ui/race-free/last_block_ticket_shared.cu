// raceproof: --block-dim 128
// The ticket itself is shared.
__device__ unsigned arrived;

__global__ void gather(float* out, float* partial, const float* in) {
  __shared__ unsigned last;
  int tid = threadIdx.x;
  int i = blockIdx.x * 128 + tid;
  partial[i] = in[i] * in[i];
  __threadfence();
  __syncthreads();
  if (tid == 0) {
    last = atomicAdd(&arrived, 1u);
    __threadfence();
  }
  __syncthreads();
  if (last == gridDim.x - 1) {
    float sum = 0.0f;
    for (int b = 0; b < gridDim.x; b++) {
      sum += partial[b * 128 + tid];
    }
    out[tid] = sum;
  }
}
