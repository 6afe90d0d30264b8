// raceproof: --block-dim 64
// Constants of one name are several: what is read from them need not agree.
__device__ int first(int i) {
  static const int table[4] = {0, 1, 2, 3};
  return table[i & 3];
}

__device__ int second(int i) {
  static const int table[4] = {4, 1, 2, 3};
  return table[i & 3];
}

__global__ void in_functions(int* out, int n) {
  if (first(n) != second(n)) out[0] = threadIdx.x; //~ RACE
}

namespace a {
__constant__ int limit[4];
}
namespace b {
__constant__ int limit[4];
}
namespace {
__device__ const int bound[4] = {1, 2, 3, 4};
}
namespace a {
__device__ const int bound[4] = {4, 3, 2, 1};
}

__global__ void in_namespaces(int* out, int n) {
  if (a::limit[n] != b::limit[n]) out[0] = threadIdx.x; //~ RACE
}

__global__ void in_no_namespace(int* out, int n) {
  if (::bound[n & 3] != a::bound[n & 3]) out[0] = threadIdx.x; //~ RACE
}

template <int N>
__device__ int instance(int i) {
  static const int table[2] = {N, 1};
  return table[i & 1];
}

__global__ void in_instances(int* out, int n) {
  if (instance<2>(n) != instance<3>(n)) out[0] = threadIdx.x; //~ RACE
}
