// raceproof: --block-dim 128
// Left halo, body and right halo are disjoint, and a barrier follows them.
#define RADIUS 3
#define BLOCK 128

__global__ void stencil(float* out, const float* in) {
  __shared__ float tile[BLOCK + 2 * RADIUS];
  int g = blockIdx.x * BLOCK + threadIdx.x;
  int l = threadIdx.x + RADIUS;
  tile[l] = in[g + RADIUS];
  if (threadIdx.x < RADIUS) {
    tile[l - RADIUS] = in[g];
    tile[l + BLOCK] = in[g + BLOCK + RADIUS];
  }
  __syncthreads();
  float sum = 0.0f;
  for (int k = -RADIUS; k <= RADIUS; k++) {
    sum += tile[l + k];
  }
  out[g] = sum;
}
