// raceproof: --block-dim 64 -arch=sm_90
// What is atomic for the threads of a block is not atomic for another block.
__device__ void wait_for_cluster() {
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" : : : "memory");
}

__global__ void __cluster_dims__(2, 1, 1) count(int* out) {
  __shared__ int counter;
  unsigned rank, own = __cvta_generic_to_shared(&counter), other;
  if (threadIdx.x == 0) counter = 0;
  wait_for_cluster();
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(own), "r"(rank ^ 1));
  unsigned before;
  asm volatile("atom.relaxed.cta.shared::cluster.add.u32 %0, [%1], %2;" : "=r"(before) : "r"(other), "r"(1) : "memory"); //~ RACE
  asm volatile("atom.relaxed.cta.shared::cluster.add.u32 %0, [%1], %2;" : "=r"(before) : "r"(own), "r"(1) : "memory"); //~ RACE
  wait_for_cluster();
  if (threadIdx.x == 0) out[blockIdx.x] = counter;
}
