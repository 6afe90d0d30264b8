// raceproof: --block-dim 256 --grid-dim 8
// Blocks add their private counts to the result without atomics.
__global__ void histogram(unsigned* out, const unsigned char* data, int n) {
  __shared__ unsigned bins[64];
  int tid = threadIdx.x;
  if (tid < 64) {
    bins[tid] = 0;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + tid; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&bins[data[i] & 63], 1u);
  }
  __syncthreads();
  if (tid < 64) {
    out[tid] += bins[tid]; //~ RACE
  }
}
