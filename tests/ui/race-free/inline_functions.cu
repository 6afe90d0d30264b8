// raceproof: --block-dim 64 -rdc=true
// Other units have the same inline functions and instances of templates.
__device__ inline int width() { return 1; }
template <int N>
__device__ void meet() {
  __syncthreads();
}

__global__ void index(int* out) { out[blockIdx.x * 64 + threadIdx.x * width()] = threadIdx.x; }

__global__ void neighbours(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  meet<3>();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
}
