// raceproof: --block-dim 64
// A row per block, walked in chunks of 64.
__global__ void multiply(float* y, const float* x, const int* row, const int* column) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  float sum = 0.0f;
  int end = row[blockIdx.x + 1];
  for (int first = row[blockIdx.x]; first < end; first += 64) {
    s[tid] = first + tid < end ? x[column[first + tid]] : 0.0f;
    __syncthreads();
    if (tid == 0) {
      for (int k = 0; k < 64; k++) {
        sum += s[k];
      }
    }
    __syncthreads();
  }
  if (tid == 0) {
    y[blockIdx.x] = sum;
  }
}
