// The only function that it can be calls a function pointer itself.
typedef int (*Step)(int x);
__device__ Step table[1];
__device__ int again(int x) { return x < 1 ? x : table[0](x - 1); }
__device__ Step own = again;

__global__ void descend(int* out, Step f) {
  out[threadIdx.x] = f(threadIdx.x);
}
