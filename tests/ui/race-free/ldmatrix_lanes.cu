// raceproof: --block-dim 64 -arch=sm_80
// Only the addresses of the first eight lanes count, so that the second warp may write the other rows.
#include <cuda_fp16.h>

__global__ void rows(unsigned* out) {
  __shared__ __align__(16) half s[40 * 8];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    unsigned r, address = __cvta_generic_to_shared(s + 8 * lane);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(address));
    out[lane] = r;
  } else {
    *(uint4*)(s + 64 + 8 * lane) = make_uint4(1, 2, 3, 4);
  }
}
