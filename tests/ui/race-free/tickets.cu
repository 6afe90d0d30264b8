// Tickets from atomic counters are slots of one's own.
__global__ void append(int* out, int* length, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    int slot = atomicAdd(length, 1);
    out[slot] = in[i];
  }
}

__global__ void pairs(int* out, unsigned* length) {
  unsigned slot = atomicAdd(length, 2);
  out[slot] = threadIdx.x;
  out[slot + 1] = blockIdx.x;
}

// The counter is set back in every round, with barriers around.
__global__ void rounds(int* out, int n) {
  __shared__ int used;
  __shared__ int slots[1024];
  for (int r = 0; r < n; r++) {
    if (threadIdx.x == 0) used = 0;
    __syncthreads();
    int slot = atomicAdd(&used, 1);
    slots[slot] = threadIdx.x + r;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = slots[threadIdx.x];
    __syncthreads();
  }
}
