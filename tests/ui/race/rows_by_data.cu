// raceproof: --block-dim 64
// As its namesake, without the barrier before the rows are added up.
__global__ void count(const int *in, int *out, int n) {
  __shared__ int bins[64][17];
  for (int i = 0; i < 17; i++) bins[threadIdx.x][i] = 0; //~ RACE
  for (int i = threadIdx.x; i < n; i += 64) bins[threadIdx.x][in[i]]++; //~ RACE
  if (threadIdx.x < 17) {
    int sum = 0;
    for (int i = 0; i < 64; i++) sum += bins[i][threadIdx.x]; //~ RACE
    out[blockIdx.x * 17 + threadIdx.x] = sum;
  }
}
