// raceproof: --block-dim 64
// Ranks of values, equal ones in their order: all are different, unless a value is no number.
__global__ void order(const float *in, float *out) {
  __shared__ float value[64], sorted[64];
  int t = threadIdx.x;
  value[t] = in[t];
  __syncthreads();
  int rank = 0;
  for (int i = 0; i < 64; i++) rank += value[i] < value[t] || (value[i] == value[t] && i < t);
  sorted[rank] = value[t]; //~ RACE?
  __syncthreads();
  out[blockIdx.x * 64 + t] = sorted[t];
}

// A step of a merge sort: ranks in the other list are different where both lists are sorted.
__global__ void merge(const float *in, float *out) {
  __shared__ float value[64], sorted[64];
  __shared__ int rank[64];
  int t = threadIdx.x, second = t & 32, less = 0;
  value[t] = in[t];
  __syncthreads();
  for (int i = 0; i < 32; i++) less += second ? value[i] <= value[t] : value[32 + i] < value[t];
  rank[t] = (t & 31) + less;
  __syncthreads();
  sorted[rank[t]] = value[t]; //~ RACE?
  __syncthreads();
  out[blockIdx.x * 64 + t] = sorted[t];
}
