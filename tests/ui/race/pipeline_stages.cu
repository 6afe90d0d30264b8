// raceproof: --block-dim 64 -arch=sm_80 --param rounds=5
// Three stages, two of them filled ahead; waiting for all but two leaves the one that is read open.
#include <cuda_pipeline.h>

__global__ void sums(float* out, const float* in, int rounds) {
  __shared__ float s[3][64];
  int tid = threadIdx.x;
  float sum = 0.0f;
  for (int stage = 0; stage < 2; stage++) {
    __pipeline_memcpy_async(&s[stage][tid], &in[stage * 64 + tid], 4); //~ RACE
    __pipeline_commit();
  }
  for (int r = 0; r < rounds; r++) {
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += s[r % 3][63 - tid]; //~ RACE
    __pipeline_memcpy_async(&s[(r + 2) % 3][tid], &in[(r + 2) * 64 + tid], 4); //~ RACE
    __pipeline_commit();
  }
  out[tid] = sum;
}
