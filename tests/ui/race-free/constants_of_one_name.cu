// raceproof: --block-dim 64
// What is read from one constant at one place agrees, however it is reached.
namespace a {
__constant__ int limit[4];
}
namespace b {
__constant__ int limit[4];
}

__device__ int of_a(int i) { return a::limit[i]; }

__global__ void again(int* out, int n) {
  if (a::limit[n] != of_a(n)) out[0] = threadIdx.x;
  if (b::limit[n] == 1 && b::limit[n] == 2) out[1] = threadIdx.x;
}
