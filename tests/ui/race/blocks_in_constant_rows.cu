// The last thread of each block writes where the next block reads.
__global__ void shift(float* sums) {
  int row = blockIdx.y * 2 + threadIdx.y;
  int column = blockIdx.x * 96 + threadIdx.x;
  sums[2304 * row + column + 1] = sums[2304 * row + column] + column;  //~ RACE
}

// What a thread is further along is as far as what a block is.
__global__ void fill(float* out) {
  out[1024 * blockIdx.y + 256 * (blockIdx.x + threadIdx.x)] = blockIdx.x;  //~ RACE
}
