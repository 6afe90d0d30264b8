// raceproof: --block-dim 256
__global__ void copied_by_assembly() {
  __shared__ int data[256], out[256];
  int t = threadIdx.x;
  data[t] = t;
  __syncthreads();
  unsigned long long copy;
  asm("mov.u64 %0, %1;" : "=l"(copy) : "l"(data));
  out[t] = ((int*)copy)[t ^ 1];
}
