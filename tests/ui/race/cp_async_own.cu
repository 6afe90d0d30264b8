// raceproof: --block-dim 128 -arch=sm_80
// Its own copy is none of the thread's doings before it waits: 16 bytes arrive at some time.
__device__ void copy_quad(float4* to, const float4* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(at), "l"(from) : "memory"); //~ RACE
}

__global__ void twice(float4* out, const float4* in) {
  __shared__ float4 s[128];
  int tid = threadIdx.x;
  copy_quad(&s[tid], &in[tid]);
  float4 v = s[tid]; //~ RACE
  out[tid] = make_float4(2.0f * v.x, 2.0f * v.y, 2.0f * v.z, 2.0f * v.w);
}
