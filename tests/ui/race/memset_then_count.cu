// raceproof: --block-dim 64
// Thread 0 clears the bins while others already count.
__global__ void histogram(int* out, const unsigned char* in) {
  __shared__ int bins[16];
  int tid = threadIdx.x;
  if (tid == 0) {
    memset(bins, 0, sizeof(bins)); //~ RACE
  }
  atomicAdd(&bins[tid % 16], (int)in[tid]); //~ RACE
  __syncthreads();
  if (tid < 16) {
    out[tid] = bins[tid];
  }
}
