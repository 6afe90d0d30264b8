// raceproof: --block-dim 64
// A barrier after the even pairs and one after the odd ones.
__global__ void sort(int* a) {
  __shared__ int s[129];
  int tid = threadIdx.x;
  s[2 * tid] = a[2 * tid];
  s[2 * tid + 1] = a[2 * tid + 1];
  if (tid == 0) {
    s[128] = INT_MAX;
  }
  __syncthreads();
  for (int r = 0; r < 64; r++) {
    int i = 2 * tid;
    int low = min(s[i], s[i + 1]), high = max(s[i], s[i + 1]);
    s[i] = low;
    s[i + 1] = high;
    __syncthreads();
    low = min(s[i + 1], s[i + 2]), high = max(s[i + 1], s[i + 2]);
    s[i + 1] = low;
    s[i + 2] = high;
    __syncthreads();
  }
  a[2 * tid] = s[2 * tid];
  a[2 * tid + 1] = s[2 * tid + 1];
}
