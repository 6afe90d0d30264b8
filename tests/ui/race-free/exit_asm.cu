// raceproof: --block-dim 64
// Threads that exit are no more, also from within a function.
__device__ void leave() { asm volatile("exit;"); }

__global__ void one_stays(int* out) {
  if (threadIdx.x + blockIdx.x > 0) {
    leave();
    out[0] = 1;
  }
  out[0] = threadIdx.x;
}

__global__ void all_stay(int* out, int n) {
  __shared__ int s[64];
  if (n > 3) {
    asm volatile("exit;");
  }
  s[threadIdx.x] = n;
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
}
