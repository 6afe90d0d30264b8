// raceproof: --block-dim 64
// The increments are atomic; volatile on top does no harm.
__global__ void count(int* out) {
  __shared__ int hits;
  int tid = threadIdx.x;
  if (tid == 0) {
    hits = 0;
  }
  __syncthreads();
  atomicAdd(&hits, 1);
  __syncthreads();
  if (tid == 0) {
    *out = *(volatile int*)&hits;
  }
}
