// raceproof: --block-dim 64
// A row per thread: the rows have different lengths.
__global__ void multiply(float* y, const float* x, const int* row, const int* column) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  float sum = 0.0f;
  for (int k = row[tid]; k < row[tid + 1]; k++) {
    s[tid] = x[column[k]];
    __syncthreads(); //~ DIVERGENT
    sum += s[tid];
  }
  y[tid] = sum;
}
