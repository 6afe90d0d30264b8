// raceproof: --block-dim 128
// Thread 0 reads the total with a plain load while others still add.
__global__ void total(int* out, const int* in) {
  __shared__ int sum;
  if (threadIdx.x == 0) {
    sum = 0;
  }
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]); //~ RACE
  if (threadIdx.x == 0) {
    out[0] = sum; //~ RACE
  }
}
