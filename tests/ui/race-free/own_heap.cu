// Memory of the device's heap that a thread keeps to itself is no other thread's, and is given back by it.
struct Pair {
  int a, b;
};

__global__ void sorted(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* own = (int*)malloc(4 * sizeof(int));
  if (own == nullptr) return;
  for (int k = 0; k < 4; k++) own[k] = in[4 * i + (in[i] + k) % 4];
  out[i] = own[in[i] & 3] + own[0];
  free(own);
}

__global__ void made(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Pair* pair = new Pair[8];
  pair[i & 7].a = i;
  if (i < n) out[i] = pair[n & 7].a;
  delete[] pair;
}
