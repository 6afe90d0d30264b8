// raceproof: --block-dim 128
// The part is written once more behind the draw.
__device__ unsigned arrived;

__global__ void gather(float* out, float* partial, const float* in) {
  __shared__ bool last;
  int tid = threadIdx.x;
  int i = blockIdx.x * 128 + tid;
  partial[i] = in[i] * in[i];
  __threadfence();
  __syncthreads();
  if (tid == 0) {
    last = atomicAdd(&arrived, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  partial[i] = 1.0f; //~ RACE
  if (last) {
    float sum = 0.0f;
    for (int b = 0; b < gridDim.x; b++) {
      sum += partial[b * 128 + tid]; //~ RACE
    }
    out[tid] = sum;
  }
}
