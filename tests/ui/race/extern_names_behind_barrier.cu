// raceproof: --block-dim 64
// What is read by one name was written by another, behind a barrier.
__global__ void beyond_a_barrier(int* out) {
  extern __shared__ int words[];
  extern __shared__ unsigned bits[];
  if (threadIdx.x == 0) words[0] = 1;
  __syncthreads();
  if (threadIdx.x == 0) bits[0] = 2;
  __syncthreads();
  if (words[0] == 1) return;
  out[0] = threadIdx.x; //~ RACE
}
