// The counter may be set back while others draw.
__global__ void reset(int* out, int n) {
  __shared__ int used;
  __shared__ int slots[1024];
  for (int r = 0; r < n; r++) {
    if (threadIdx.x == 0) used = 0; //~ RACE
    __syncthreads();
    int slot = atomicAdd(&used, 1); //~ RACE
    slots[slot] = threadIdx.x + r; //~ RACE
  }
}
