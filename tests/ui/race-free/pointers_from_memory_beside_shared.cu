// raceproof: --block-dim 256
// Pointers that come out of global memory are to no array in shared memory, whose address goes nowhere.
__global__ void gather(const float* const* rows, float* out, int n) {
  __shared__ float row[256];
  __shared__ const float* start;
  int t = threadIdx.x;
  if (t == 0) start = rows[blockIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; i++) {
    row[t] = start[i * 256 + t];
    __syncthreads();
    sum += row[255 - t];
    __syncthreads();
  }
  row[t] = sum;
}
