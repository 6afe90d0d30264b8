// raceproof: --block-dim 128
// The tile and its two halos are read without a barrier after loading them.
#define RADIUS 3
#define BLOCK 128

__global__ void stencil(float* out, const float* in) {
  __shared__ float tile[BLOCK + 2 * RADIUS];
  int g = blockIdx.x * BLOCK + threadIdx.x;
  int l = threadIdx.x + RADIUS;
  tile[l] = in[g + RADIUS]; //~ RACE
  if (threadIdx.x < RADIUS) {
    tile[l - RADIUS] = in[g]; //~ RACE
    tile[l + BLOCK] = in[g + BLOCK + RADIUS]; //~ RACE
  }
  float sum = 0.0f;
  for (int k = -RADIUS; k <= RADIUS; k++) {
    sum += tile[l + k]; //~ RACE
  }
  out[g] = sum;
}
