// raceproof: --block-dim 64 -arch=sm_90
// A relaxed arrival orders no memory.
__device__ void wait_for_cluster() {
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" : : : "memory");
}

__global__ void __cluster_dims__(2, 1, 1) swap(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x, i = blockIdx.x * 64 + tid;
  unsigned rank, own = __cvta_generic_to_shared(&s[tid]), other;
  float v;
  wait_for_cluster();
  s[tid] = in[i]; //~ RACE
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" : : : "memory");
  asm volatile("barrier.cluster.wait.aligned;" : : : "memory");
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(own), "r"(rank ^ 1));
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(v) : "r"(other) : "memory"); //~ RACE
  out[i] = v;
  wait_for_cluster();
}
