// raceproof: --block-dim 64 -arch=sm_80
// Committed, and not waited for.
#include <cuda_pipeline.h>

__global__ void reverse(float4* out, const float4* in) {
  __shared__ float4 s[64];
  int tid = threadIdx.x;
  __pipeline_memcpy_async(&s[tid], &in[tid], sizeof(float4)); //~ RACE
  __pipeline_commit();
  __syncthreads();
  out[tid] = s[63 - tid]; //~ RACE
}
