// The thread's place comes to the condition by way of an array of its own.
__global__ void chosen(int* out, int i) {
  int flags[2];
  flags[0] = threadIdx.x & 1;
  flags[1] = threadIdx.x & 1;
  if (flags[i & 1]) __syncthreads(); //~ DIVERGENT
}
