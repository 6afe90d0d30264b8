// raceproof: -rdc=true
// What a function of another file does is not known: it may write memory or wait at a barrier.
__device__ void elsewhere(int);
__device__ int counted();

__global__ void calls(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  elsewhere(3);
}

__global__ void result(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = counted();
}
