// raceproof: --block-dim 128
// Where n is 1, nobody writes whether the block is the last one, and all the same it is read.
__device__ unsigned arrived;

__global__ void sum(const float *in, float *out, int n) {
  __shared__ bool last;
  int tid = threadIdx.x;
  if (tid == 0) out[blockIdx.x] = in[blockIdx.x];
  if (n > 1) {
    if (tid == 0) {
      __threadfence();
      last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
  }
  if (tid == 0 && last) out[gridDim.x] = blockIdx.x; //~ RACE?
}
