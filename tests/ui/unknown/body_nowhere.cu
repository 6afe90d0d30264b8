// A function without a body that has no result is of use only for what it does to memory or to other threads.
__device__ void meet(int);

__global__ void meets(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  meet(3);
}
