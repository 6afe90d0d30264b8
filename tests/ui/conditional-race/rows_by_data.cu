// raceproof: --block-dim 64
// Two threads share a row: which cells they write is up to the data.
__global__ void count(const int *in, int *out, int n) {
  __shared__ int bins[32][17];
  if (threadIdx.x < 32)
    for (int i = 0; i < 17; i++) bins[threadIdx.x][i] = 0;
  __syncthreads();
  bins[threadIdx.x / 2][in[threadIdx.x]] = threadIdx.x; //~ RACE
  __syncthreads();
  if (threadIdx.x < 17) out[blockIdx.x * 17 + threadIdx.x] = bins[0][threadIdx.x];
}
