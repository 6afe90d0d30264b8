// Loops with constant bounds in which index arithmetic fits, in the last iteration too.
__global__ void tiles(int* a) {
  for (unsigned t = blockIdx.x; t < 2048u; t += gridDim.x) a[t * 256u + threadIdx.x] = t;
}

void launch_tiles(int* a) { tiles<<<48, 256>>>(a); }

__global__ void open(int* a) {
  for (unsigned t = blockIdx.x; t < 2048u; t += gridDim.x) a[t * 1024u + threadIdx.x] = t;
}

__global__ void rows(int* a, int n) {
  for (int row = 0; row < 8192; row++)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) a[row * n + i] = row;
}

__global__ void guarded(int* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    if (i != 500000000) a[i * 4] = i;
  }
}
