// raceproof: --block-dim 64 --grid-dim 1
// Indices that the kernel computes itself leave their rows, whatever the data.

// In each row there is room for 4: the fifth cell is the next thread's first.
__global__ void by_shuffle() {
  __shared__ int cells[65][4];
  int k = __shfl_sync(0xffffffff, threadIdx.x % 2 ? 0 : 4, threadIdx.x);
  cells[threadIdx.x][k] = threadIdx.x; //~ RACE
}

// 16 threads push into a queue of 8.
__global__ void by_ticket() {
  __shared__ int queue[4][8];
  __shared__ int fill[4];
  if (threadIdx.x < 4) fill[threadIdx.x] = 0;
  __syncthreads();
  queue[threadIdx.x % 4][atomicAdd(&fill[threadIdx.x % 4], 1)] = threadIdx.x; //~ RACE
}
