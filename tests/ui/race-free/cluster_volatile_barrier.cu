// raceproof: --block-dim 64 -arch=sm_90
// Barriers of the cluster as libraries write them: volatile, without a "memory" clobber.
__device__ void arrive() { asm volatile("barrier.cluster.arrive.aligned;\n" : :); }
__device__ void wait() { asm volatile("barrier.cluster.wait.aligned;\n" : :); }

__global__ void __cluster_dims__(2, 1, 1) swap(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x, i = blockIdx.x * 64 + tid;
  unsigned rank, own = __cvta_generic_to_shared(&s[tid]), other;
  float v;
  s[tid] = in[i];
  arrive();
  wait();
  asm volatile("mov.u32 %0, %%cluster_ctarank;\n" : "=r"(rank) :);
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;\n" : "=r"(other) : "r"(own), "r"(rank ^ 1));
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(v) : "r"(other) : "memory");
  out[i] = v;
  arrive();
  wait();
}
