// A counter per block: block scope is all it takes.
__global__ void count(int* totals) {
  atomicAdd_block(&totals[blockIdx.x], (int)threadIdx.x);
}
