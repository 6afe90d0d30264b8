// Each block writes sixteen elements of a row, and the rows are as far apart as the host says.
__global__ void fill(unsigned pitch, float* out) {
  for (int i = 0; i < 16; i++) {
    out[blockIdx.y * pitch + 16 * blockIdx.x + i] = i + blockIdx.y; //~ RACE
  }
}
