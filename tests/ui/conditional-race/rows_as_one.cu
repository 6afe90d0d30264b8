// raceproof: --block-dim 64
// Here the rows are one array, from the first cell of the first row on: nothing says that an index stays in a row.
__global__ void scatter(const int *to, float *out) {
  __shared__ float cells[4][16];
  cells[0][to[threadIdx.x]] = threadIdx.x; //~ RACE
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = cells[threadIdx.x / 16][threadIdx.x % 16];
}
