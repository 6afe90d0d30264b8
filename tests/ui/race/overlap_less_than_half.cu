// The halves are not as long as what is copied.
__global__ void copy(int* to, const int* from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    to[i] = from[i]; //~ RACE
  }
}

void run(int* p, int n) {
  copy<<<(n + 255) / 256, 256>>>(p, p + n / 2, n);
}
