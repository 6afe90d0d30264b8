// Counters that do not hand out distinct slots, as executions show.
__global__ void per_block(int* out) {
  __shared__ int used;
  if (threadIdx.x == 0) used = 0;
  __syncthreads();
  int slot = atomicAdd(&used, 1);
  out[slot] = threadIdx.x * gridDim.x; //~ RACE
}

__global__ void overlapping(int* out, int* length) {
  int slot = atomicAdd(length, 2);
  out[slot] = threadIdx.x; //~ RACE
  out[slot + 2] = blockIdx.x; //~ RACE
}

__global__ void two(int* out, int* lengths) {
  int slot = atomicAdd(&lengths[threadIdx.x % 2], 1);
  out[slot] = threadIdx.x; //~ RACE
}
