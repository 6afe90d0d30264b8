// raceproof: --block-dim 128 --param n=100
// In the branch the first cell is taken for the thread's own, and the barrier has slipped in.
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
      low[0] = fminf(low[0], low[tid + half]); //~ RACE
      high[tid] = fmaxf(high[tid], high[tid + half]); //~ RACE?
      __syncthreads(); //~ DIVERGENT
    }
  }
  float least = low[0]; //~ RACE?
  float greatest = high[0]; //~ RACE?
  __syncthreads();
  low[tid] = (in[tid] - least) / (greatest - least);
  __syncthreads();
  out[tid] = low[127 - tid];
}
