// raceproof: --block-dim 64
// Volatile keeps the compiler from merging increments, not the threads.
__global__ void count(int* out) {
  __shared__ volatile int hits;
  int tid = threadIdx.x;
  if (tid == 0) {
    hits = 0;
  }
  __syncthreads();
  hits = hits + 1; //~ RACE
  __syncthreads();
  if (tid == 0) {
    *out = hits;
  }
}
