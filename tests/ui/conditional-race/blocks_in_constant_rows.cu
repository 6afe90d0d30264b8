// Two rows of 24 blocks of 96 threads, by their constants.
__global__ void add(float* sums, const float* more) {
  int row = blockIdx.y * 2 + threadIdx.y;
  int column = blockIdx.x * 96 + threadIdx.x;
  sums[2304 * row + column] += more[2304 * row + column];  //~ RACE
}

// Rows of four blocks.
__global__ void fill(float* out) {
  out[1024 * blockIdx.y + 256 * blockIdx.x + threadIdx.x] = blockIdx.y;  //~ RACE
}
