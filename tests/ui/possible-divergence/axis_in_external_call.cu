// raceproof: --external pure
// What a function computes of the thread's place differs from thread to thread.
__device__ bool odd(int x);

__global__ void chosen(int* out) {
  if (odd(threadIdx.x)) __syncthreads(); //~ DIVERGENT
}
