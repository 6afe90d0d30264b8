// raceproof: --block-dim 64 --kernel child
// What a kernel launches is not followed; the launched kernel itself is checked.
__global__ void child(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}

__global__ void parent(int* out, int n) {
  if (threadIdx.x == 0) {
    child<<<n / 64,
            64>>>(out, n);
  }
}
