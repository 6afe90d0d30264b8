// raceproof: --block-dim 64 --param rounds=3
// The bins are cleared for the next round while other threads still write them out.
__global__ void histograms(unsigned* out, const unsigned char* in, int rounds) {
  __shared__ unsigned bins[32];
  int tid = threadIdx.x;
  for (int r = 0; r < rounds; r++) {
    if (tid < 32) {
      bins[31 - tid] = 0; //~ RACE
    }
    __syncthreads();
    atomicAdd(&bins[in[r * 64 + tid] % 32], 1u);
    __syncthreads();
    if (tid < 32) {
      out[r * 32 + tid] = bins[tid]; //~ RACE
    }
  }
}
