// A row per thread: only y[r] is written.
__global__ void spmv(float* y, const float* val, const int* col, const int* row_ptr, const float* x, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float sum = 0.0f;
    for (int k = row_ptr[r]; k < row_ptr[r + 1]; k++) {
      sum += val[k] * x[col[k]];
    }
    y[r] = sum;
  }
}
