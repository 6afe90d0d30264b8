// raceproof: --block-dim 64
// Rows change every step: a row is written again only after the barrier of the step between.
__global__ void pipeline(float* out, const float* in, int steps) {
  __shared__ float row[2][65];
  int tid = threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < steps; i++) {
    row[i & 1][tid] = in[i * 64 + tid];
    __syncthreads();
    sum += row[i & 1][(tid + 1) & 63];
  }
  out[tid] = sum;
}
