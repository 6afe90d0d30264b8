// raceproof: --block-dim 256
// Two buffers by turns, out of a table.
__global__ void sums(const int* in, int n) {
  __shared__ int low[256], high[256], out[256];
  int* parts[2] = {low, high};
  int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    parts[i & 1][t] = in[i * 256 + t];
    __syncthreads();
    sum += parts[i & 1][255 - t];
  }
  out[t] = sum;
}

__global__ void choose(int n) {
  __shared__ int low[256], high[256], out[256];
  int* parts[2] = {low, high};
  int t = threadIdx.x;
  low[t] = t;
  high[t] = n;
  __syncthreads();
  out[t] = parts[n & 1][t ^ 1];
}

__global__ void outputs(int* first, int* second, int n) {
  int* outputs[2] = {first, second};
  for (int i = 0; i < n; i++) outputs[i & 1][blockIdx.x * 256 + threadIdx.x] = i;
}
