// raceproof: --block-dim 64 -rdc=true
// Another unit may have the bodies that are linked.
__device__ __attribute__((weak)) int width() { return 1; }
__device__ __attribute__((weak)) void meet() { __syncthreads(); }
extern "C" __device__ __attribute__((weak)) void put(int* at) { *at = 1; }

__global__ void index(int* out) { out[blockIdx.x * 64 + threadIdx.x * width()] = threadIdx.x; }  //~ RACE?

__global__ void neighbours(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;  //~ RACE?
  meet();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];  //~ RACE?
}

__global__ void stores(int* out) { put(out + blockIdx.x * 64 + threadIdx.x); }
