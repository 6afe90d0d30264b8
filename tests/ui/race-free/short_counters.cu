// raceproof: --block-dim 16,4
// Counters of 16 and 8 bits that go on by equal steps and stop before they wrap.
#define WIDTH 80

__global__ void rows(unsigned char* out, const unsigned char* in, short pitch) {
  __shared__ unsigned char row[4][4 * WIDTH];
  for (short i = threadIdx.x; i < WIDTH; i += blockDim.x) {
    row[threadIdx.y][4 * i] = in[i];
    row[threadIdx.y][4 * i + 1] = in[i + pitch];
  }
}

__global__ void bytes(unsigned char* out, const unsigned char* in) {
  if (threadIdx.y > 0) return;
  for (unsigned char i = threadIdx.x; i < 200; i += 16) out[i] = in[i];
}
