// raceproof: --block-dim 64 -arch=sm_80
// The addresses of sixteen lanes count: the second warp writes eight of the rows.
#include <cuda_fp16.h>

__global__ void rows(unsigned* out) {
  __shared__ __align__(16) half s[40 * 8];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    unsigned r, q, address = __cvta_generic_to_shared(s + 8 * lane);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(r), "=r"(q) : "r"(address)); //~ RACE
    out[lane] = r + q;
  } else {
    *(uint4*)(s + 64 + 8 * lane) = make_uint4(1, 2, 3, 4); //~ RACE
  }
}
