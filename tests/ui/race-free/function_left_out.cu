// raceproof: --block-dim 64 --kernel good
// One function that does not compile leaves the other kernels as they are.
__device__ int of_another_version(int i) {
  return __intrinsic_that_is_not_here(i);
}

__global__ void bad(int* out) {
  out[threadIdx.x] = of_another_version(threadIdx.x);
}

__global__ void good(int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
}
