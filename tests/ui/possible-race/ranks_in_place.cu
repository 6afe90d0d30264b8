// raceproof: --block-dim 32
// As its namesake, but where each value goes the host says: it may be where it is.
__global__ void reorder(const float *in, const int *place, float *out) {
  __shared__ float value[32];
  __shared__ int rank[32];
  int t = threadIdx.x;
  value[t] = in[t];
  rank[t] = place[t];
  __syncthreads();
  value[rank[t]] = value[t]; //~ RACE?
  __syncthreads();
  out[t] = value[t];
}
