// raceproof: --block-dim 128
// As CUDA's guide writes it: one thread stores its block's result, fences, and draws a ticket; no barrier stands between.
__device__ unsigned arrived;

__global__ void sum(const float *in, float *out) {
  extern __shared__ float cells[];
  __shared__ bool last;
  int tid = threadIdx.x;
  cells[tid] = in[blockIdx.x * 128 + tid];
  __syncthreads();
  if (tid == 0) {
    float all = 0;
    for (int i = 0; i < 128; i++) all += cells[i];
    out[blockIdx.x] = all;
  }
  if (gridDim.x > 1) {
    if (tid == 0) {
      __threadfence();
      last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
      float all = 0;
      for (int b = tid; b < gridDim.x; b += 128) all += out[b];
      cells[tid] = all;
      __syncthreads();
      if (tid == 0) {
        all = 0;
        for (int i = 0; i < 128; i++) all += cells[i];
        out[0] = all;
        arrived = 0;
      }
    }
  }
}
