// raceproof: --block-dim 64 -arch=sm_80
// Committed, waited for, and only then is the barrier one for the copies too.
#include <cuda_pipeline.h>

__global__ void reverse(float4* out, const float4* in) {
  __shared__ float4 s[64];
  int tid = threadIdx.x;
  __pipeline_memcpy_async(&s[tid], &in[tid], sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[tid] = s[63 - tid];
}
