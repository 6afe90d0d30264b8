// Each block writes sixteen elements of a row, and the rows are long enough.
#include <raceproof.h>
__global__ void fill(unsigned pitch, float* out) {
  __requires(pitch >= (int)(16 * gridDim.x));
  for (int i = 0; i < 16; i++) {
    out[blockIdx.y * pitch + 16 * blockIdx.x + i] = i + blockIdx.y;
  }
}
