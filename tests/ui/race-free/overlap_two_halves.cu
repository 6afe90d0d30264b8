// The two halves of one allocation, as far apart as the kernel reads and writes.
__global__ void copy(int* to, const int* from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i];
  }
}

void run(int n) {
  int* p;
  cudaMalloc((void**)&p, 2 * n * sizeof(int));
  copy<<<(n + 255) / 256, 256>>>(p, p + n, n);
  copy<<<1, 64>>>(p + 64, p, 64);
}
