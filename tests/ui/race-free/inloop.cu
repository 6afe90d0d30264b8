// raceproof: --block-dim 8 --grid-dim 2
// Both loops depend on the block only. Two buffers change roles in every round.
__global__ void inloop(int* out) {
  __shared__ int cells[2][8];
  int tid = threadIdx.x;
  int rounds = blockIdx.x == 0 ? 4 : 1;
  int waits = blockIdx.x == 0 ? 1 : 4;
  int to = 0;
  cells[1][tid] = tid;
  __syncthreads();
  for (int i = 0; i < rounds; i++) {
    for (int j = 0; j < waits; j++) {
      cells[to][tid] = cells[1 - to][(tid + 1) % 8];
      to = 1 - to;
      __syncthreads();
    }
  }
  out[blockIdx.x * 8 + tid] = cells[1 - to][tid];
}
