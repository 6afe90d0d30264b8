// raceproof: --block-dim 64 -rdc=true
// Functions of other units have the names that the program gives them.
namespace mine {
__device__ int exp(int);
}
extern "C" __device__ void fence();

__global__ void by_namespace(int* out) { out[blockIdx.x * 64 + threadIdx.x] = mine::exp(3); }

__global__ void by_name(int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = 1;
  fence();
}
