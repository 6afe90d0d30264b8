// raceproof: --block-dim 64 -arch=sm_80
// Three stages, two of them filled ahead; the older one is waited for. One barrier is enough: what is filled now was read
// in the round before.
#include <cuda_pipeline.h>

__global__ void sums(float* out, const float* in, int rounds) {
  __shared__ float s[3][64];
  int tid = threadIdx.x;
  float sum = 0.0f;
  for (int stage = 0; stage < 2; stage++) {
    __pipeline_memcpy_async(&s[stage][tid], &in[stage * 64 + tid], 4);
    __pipeline_commit();
  }
  for (int r = 0; r < rounds; r++) {
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[r % 3][63 - tid];
    __pipeline_memcpy_async(&s[(r + 2) % 3][tid], &in[(r + 2) * 64 + tid], 4);
    __pipeline_commit();
  }
  out[tid] = sum;
}
