// raceproof: --block-dim 128 --param n=100
// No barrier before the least element's cell is used again.
// The least and the greatest of n numbers by halving, and the numbers scaled to lie between 0 and 1.
__global__ void min_max(float* out, const float* in, int n) {
  __shared__ float low[128];
  __shared__ float high[128];
  int tid = threadIdx.x;
  low[tid] = 1e30f;
  high[tid] = -1e30f;
  __syncthreads();
  if (tid < n) {
    low[n - 1 - tid] = in[tid];
    high[n - 1 - tid] = in[tid];
  }
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (tid < half) {
      low[tid] = fminf(low[tid], low[tid + half]);
      high[tid] = fmaxf(high[tid], high[tid + half]);
    }
    __syncthreads();
  }
  float least = low[0]; //~ RACE
  float greatest = high[0];
  low[tid] = (in[tid] - least) / (greatest - least); //~ RACE
  __syncthreads();
  out[tid] = low[127 - tid];
}
