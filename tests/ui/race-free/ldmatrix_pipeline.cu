// raceproof: --block-dim 64 -arch=sm_80
// While the warps multiply one stage the next is copied; both stages are swizzled, and the block waits twice a step.
#include <cuda_fp16.h>

__device__ int place(int row, int chunk) { return 32 * row + 8 * (chunk ^ row / 2 % 4); }

__device__ unsigned address(const half* p) { return __cvta_generic_to_shared(p); }

__device__ void load(half* to, const half* from, int k) {
  for (int i = threadIdx.x; i < 128; i += 64) {
    int row = i / 4, chunk = i % 4;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                 :
                 : "r"(address(to + place(row, chunk))), "l"(from + row * k + 8 * chunk));
  }
  asm volatile("cp.async.commit_group;");
}

__global__ void sum(uint4* out, const half* a, int k) {
  __shared__ __align__(16) half s[2][32 * 32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  uint4 sum = make_uint4(0, 0, 0, 0);
  load(s[0], a, k);
  for (int i = 0; i < k / 32; i++) {
    if (i + 1 < k / 32) {
      load(s[(i + 1) % 2], a + 32 * (i + 1), k);
      asm volatile("cp.async.wait_group 1;");
    } else {
      asm volatile("cp.async.wait_group 0;");
    }
    __syncthreads();
    uint4 v;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "r"(address(s[i % 2] + place(16 * warp + lane % 16, lane / 16))));
    sum = make_uint4(sum.x + v.x, sum.y + v.y, sum.z + v.z, sum.w + v.w);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
