// raceproof: --block-dim 64 -arch=sm_80 --param n=40
// The threads that return have waited.
#include <cuda_pipeline.h>

__global__ void reverse(float4* out, const float4* in, int n) {
  __shared__ float4 s[64];
  int tid = threadIdx.x;
  __pipeline_memcpy_async(&s[tid], &in[tid], sizeof(float4));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  if (tid >= n) return;
  __syncthreads(); //~ EXITED
  out[tid] = s[63 - tid];
}
