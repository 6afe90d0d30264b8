// raceproof: --block-dim 64 --grid-dim 2
// What data decides is done by atomics, by one thread, or each thread has a cell of its own.
__global__ void flags(int* count, const int* flag) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (flag[i]) atomicAdd(&count[0], 1);
}

__global__ void descents(int* last, const int* key, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n && key[i] > key[i + 1]) atomicMax(last, i);
}

__global__ void above(int* found, const float* x, float limit) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (x[i] * 2.0f > limit) found[i] = i;
}

__global__ void staged(int* out, const float* in) {
  __shared__ float s[64];
  __shared__ int last[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  last[t] = 0;
  __syncthreads();
  if (s[t] > s[(t + 1) % 64]) last[t] = t;
  out[blockIdx.x * 64 + t] = last[t];
}

__global__ void spread(int* next, const int* level, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i > 0 && i < n && level[i] == 0 && level[i - 1] != 0) next[i] = 1;
}
