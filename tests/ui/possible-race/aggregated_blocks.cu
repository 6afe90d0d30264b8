// One thread draws for its block, but not enough, not always, or not for the cell that is read.
__global__ void too_few(int* out, int* length) {
  __shared__ int base;
  if (threadIdx.x == 0) base = atomicAdd(length, blockDim.x - 1);
  __syncthreads();
  out[base + threadIdx.x] = blockIdx.x; //~ RACE?
}

__global__ void other_cell(int* out, int* length) {
  __shared__ int told[4];
  if (threadIdx.x == 0) told[1] = atomicAdd(length, blockDim.x);
  __syncthreads();
  out[told[2] + threadIdx.x] = blockIdx.x; //~ RACE?
}

__global__ void some_blocks(int* out, int* length) {
  __shared__ int base;
  if (threadIdx.x == 0 && blockIdx.x > 1) base = atomicAdd(length, blockDim.x);
  __syncthreads();
  out[base + threadIdx.x] = blockIdx.x; //~ RACE?
}

__global__ void some_rounds(int* out, int* length, int n) {
  __shared__ int base;
  for (int j = 0; j < n; ++j) {
    if (threadIdx.x == 0 && j % 2 == 0) base = atomicAdd(length, blockDim.x);
    __syncthreads();
    out[base + threadIdx.x] = j * blockIdx.x; //~ RACE?
    __syncthreads();
  }
}

__global__ void read_early(int* out, int* length, int n) {
  __shared__ int base;
  for (int j = 0; j < n; ++j) {
    if (j > 2) {
      if (threadIdx.x == 0) base = atomicAdd(length, blockDim.x);
      __syncthreads();
    }
    out[base + threadIdx.x] = j * blockIdx.x; //~ RACE?
    __syncthreads();
  }
}

__global__ void changed(int* out, int* length) {
  __shared__ int base;
  if (threadIdx.x == 0) base = atomicAdd(length, blockDim.x);
  __syncthreads();
  if (threadIdx.x == 1) base = 0;
  __syncthreads();
  out[base + threadIdx.x] = blockIdx.x; //~ RACE?
}

__global__ void set_back(int* out, int* length) {
  __shared__ int base;
  if (threadIdx.x == 0) base = atomicAdd(length, blockDim.x);
  __syncthreads();
  out[base + threadIdx.x] = blockIdx.x; //~ RACE?
  if (threadIdx.x == 0) atomicExch(length, 0);
}
