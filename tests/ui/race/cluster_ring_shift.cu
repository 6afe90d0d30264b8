// raceproof: --block-dim 128 -arch=sm_90
// A block reads what its neighbour writes into it, and waits for its own threads only.
__device__ void wait_for_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;" : : : "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" : : : "memory");
}

__global__ void __cluster_dims__(4, 1, 1) shift(int* out, const int* in) {
  __shared__ int row[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  unsigned rank, size, place = __cvta_generic_to_shared(&row[threadIdx.x]), next;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(next) : "r"(place), "r"((rank + 1) % size));
  wait_for_cluster();
  asm volatile("st.shared::cluster.u32 [%0], %1;" : : "r"(next), "r"(in[i]) : "memory"); //~ RACE
  __syncthreads();
  out[i] = row[threadIdx.x]; //~ RACE
  wait_for_cluster();
}
