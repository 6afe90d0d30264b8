// raceproof: --block-dim 64 --grid-dim 2 -arch=sm_90
// A block looks into the other block's shared memory without waiting for it.
__global__ void __cluster_dims__(2, 1, 1) swap(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  int i = blockIdx.x * 64 + tid;
  s[tid] = in[i]; //~ RACE
  __syncthreads();
  unsigned rank, own = __cvta_generic_to_shared(&s[tid]), other;
  float v;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(own), "r"(rank ^ 1));
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(v) : "r"(other) : "memory"); //~ RACE
  out[i] = v;
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" : : : "memory");
}
