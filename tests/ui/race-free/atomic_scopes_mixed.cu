// raceproof: --block-dim 64 --grid-dim 2
// Block scope for the block's own counter, device scope for the common one.
__global__ void count(int* total, int* ours) {
  atomicAdd_block(&ours[blockIdx.x], 1);
  if (threadIdx.x == 0) {
    atomicAdd_system(total, 1);
  } else {
    atomicAdd(total, 1);
  }
}
