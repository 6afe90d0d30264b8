// raceproof: --block-dim 64 -arch=sm_90
// Barriers of the cluster that a compiler may move or leave out.
__global__ void __cluster_dims__(2, 1, 1) swap(int* out, int* between) {
  int i = blockIdx.x * 64 + threadIdx.x, arrived, waited;
  between[i] = i;
  asm("barrier.cluster.arrive.aligned;\n mov.u32 %0, 0;" : "=r"(arrived));
  asm("barrier.cluster.wait.aligned;\n mov.u32 %0, 0;" : "=r"(waited));
  out[i] = between[i] + arrived + waited;
}
