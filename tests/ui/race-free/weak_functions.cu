// raceproof: --block-dim 64
// Without -rdc=true nothing else is linked to device code, and no unit may replace an inline function by another.
__device__ __attribute__((weak)) int width() { return 1; }
__device__ __attribute__((weak)) void meet() { __syncthreads(); }

__global__ void index(int* out) { out[blockIdx.x * 64 + threadIdx.x * width()] = threadIdx.x; }

__global__ void neighbours(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  meet();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
}
