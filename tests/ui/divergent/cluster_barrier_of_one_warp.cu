// raceproof: --block-dim 64 -arch=sm_90
// The threads of one warp wait for the cluster, the others do not.
__global__ void __cluster_dims__(2, 1, 1) warp(int* out) {
  if (threadIdx.x < 32) {
    asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" : : : "memory"); //~ DIVERGENT
  }
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
