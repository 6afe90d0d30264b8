// raceproof: --block-dim 128
// As its namesake, but the fence comes behind the draw.
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
    out[blockIdx.x] = all; //~ RACE?
  }
  if (gridDim.x > 1) {
    if (tid == 0) {
      last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
      __threadfence();
    }
    __syncthreads();
    if (last) {
      float all = 0;
      for (int b = tid; b < gridDim.x; b += 128) all += out[b]; //~ RACE?
      cells[tid] = all;
      __syncthreads();
      if (tid == 0) {
        all = 0;
        for (int i = 0; i < 128; i++) all += cells[i];
        out[0] = all; //~ RACE?
      }
    }
  }
}
