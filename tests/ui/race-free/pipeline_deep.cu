// raceproof: --block-dim 64 -arch=sm_80
// Six groups, of which all but the first may stay open.
#include <cuda_pipeline.h>

__global__ void reverse(float* out, const float* in) {
  __shared__ float s[6][64];
  int tid = threadIdx.x;
  for (int stage = 0; stage < 6; stage++) {
    __pipeline_memcpy_async(&s[stage][tid], &in[stage * 64 + tid], 4);
    __pipeline_commit();
  }
  __pipeline_wait_prior(5);
  __syncthreads();
  out[tid] = s[0][63 - tid];
}
