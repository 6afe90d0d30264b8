// A block adds up two rows, for three columns of the result: columns have room for the rows of all blocks. An odd number of rows has not.
__global__ void products(float *out, const float *values, int rows) {
  int first = 2 * blockIdx.x;
  if (threadIdx.x < 2) {
    for (int column = 0; column < 3; ++column) {
      out[column * rows + first + threadIdx.x] = values[threadIdx.x + 3 * column]; //~ RACE
    }
  }
}
