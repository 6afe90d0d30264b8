// The kernel reads no row, and the host may launch several.
__global__ void branch(int* to) {
  to[blockIdx.x * 64 + threadIdx.x] += 1; //~ RACE
}

__global__ void choice(int* to) {
  to[blockIdx.x * 64 + threadIdx.x] += 1; //~ RACE
}

__global__ void argument(int* to) {
  to[blockIdx.x * 64 + threadIdx.x] += 1; //~ RACE
}

__global__ void layers(int* to) {
  to[threadIdx.x] += 1; //~ RACE
}

void run(int* p, int n) {
  dim3 block(64);
  if (n > 5)
    block.y = 2;
  branch<<<4, block>>>(p);
  choice<<<4, dim3(64, n > 5 ? 2 : 1)>>>(p);
  argument<<<4, dim3(64, n)>>>(p);
  layers<<<dim3(1, 1, n), 64>>>(p);
}
