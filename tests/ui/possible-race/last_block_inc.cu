// raceproof: --block-dim 128
// The count goes back to 0 at a limit that is not the last ticket: several blocks draw 7.
__device__ unsigned arrived;

__global__ void gather(float* out, float* partial, const float* in) {
  __shared__ bool last;
  int tid = threadIdx.x;
  int i = blockIdx.x * 128 + tid;
  partial[i] = in[i] * in[i]; //~ RACE
  __threadfence();
  __syncthreads();
  if (tid == 0) {
    last = atomicInc(&arrived, 7u) == 7u;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    float sum = 0.0f;
    for (int b = 0; b < gridDim.x; b++) {
      sum += partial[b * 128 + tid]; //~ RACE
    }
    out[tid] = sum; //~ RACE
  }
}
