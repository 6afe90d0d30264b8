// One thread draws for its block, and tells the others.
__global__ void append(int* out, int* length) {
  __shared__ int base;
  if (threadIdx.x == 0) base = atomicAdd(length, blockDim.x);
  __syncthreads();
  out[base + threadIdx.x] = blockIdx.x;
}

__global__ void in_rounds(int* out, int* length, int n) {
  __shared__ int told[4];
  for (int j = 0; j < n; ++j) {
    if (threadIdx.x == 0) told[1] = atomicAdd(length, 2 * blockDim.x);
    __syncthreads();
    out[told[1] + 2 * threadIdx.x + 1] = j * blockIdx.x;
    __syncthreads();
  }
}

__global__ void queue(int* out, int* next, int n) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0) item = atomicAdd(next, 1);
    __syncthreads();
    if (item >= n) break;
    if (threadIdx.x == 1) out[item] = blockIdx.x;
    __syncthreads();
  }
}
