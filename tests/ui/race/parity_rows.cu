// raceproof: --block-dim 64
// Rows change only every second step, so step 1 overwrites what step 0 still reads.
__global__ void pipeline(float* out, const float* in, int steps) {
  __shared__ float row[2][65];
  int tid = threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < steps; i++) {
    row[(i / 2) & 1][tid] = in[i * 64 + tid]; //~ RACE
    __syncthreads();
    sum += row[(i / 2) & 1][(tid + 1) & 63]; //~ RACE
  }
  out[tid] = sum;
}
