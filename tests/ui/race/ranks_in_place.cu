// raceproof: --block-dim 32
// FIXME(wrong verdict): expected race, today possible-race: data in disorder are not tried, since where programs know more of their data an error would be false.
// Values are put in order in place: one is overwritten before the thread that moves it has read it.
__global__ void reorder(const float *in, float *out) {
  __shared__ float value[32];
  __shared__ int rank[32];
  int t = threadIdx.x;
  value[t] = in[t];
  __syncthreads();
  int less = 0;
  for (int i = 0; i < 32; i++) less += value[i] < value[t] || value[i] == value[t] && i < t;
  rank[t] = less;
  __syncthreads();
  value[rank[t]] = value[t]; //~ RACE
  __syncthreads();
  out[t] = value[t];
}
