// raceproof: --block-dim 64 -arch=sm_80 --param n=40
// The copies of a thread that returns are committed, and not waited for.
#include <cuda_pipeline.h>

__global__ void reverse(float4* out, const float4* in, int n) {
  __shared__ float4 s[64];
  int tid = threadIdx.x;
  __pipeline_memcpy_async(&s[tid], &in[tid], sizeof(float4)); //~ RACE
  __pipeline_commit();
  if (tid >= n) return;
  __pipeline_wait_prior(0);
  __syncthreads(); //~ EXITED
  out[tid] = s[63 - tid]; //~ RACE
}
