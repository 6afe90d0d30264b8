// raceproof: --block-dim 64 -arch=sm_80
// Each lane stores a row of its warp's tile. Its own row a lane need not wait for, but others load it.
#include <cuda_fp16.h>

__device__ void load(unsigned (&r)[4], const half* row) {
  unsigned address = __cvta_generic_to_shared(row);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" //~ RACE
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(address));
}

__global__ void transpose(uint4* out, const uint4* in) {
  __shared__ __align__(16) half rows[64 * 8];
  int i = threadIdx.x;
  *(uint4*)(rows + 8 * i) = in[i]; //~ RACE
  unsigned r[4];
  load(r, rows + 8 * i);
  out[i] = make_uint4(r[0], r[1], r[2], r[3]);
}
