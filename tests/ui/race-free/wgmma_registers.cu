// raceproof: --block-dim 128 -arch=sm_90a
// The first matrix is in registers, the second one in shared memory.
#include <cuda_fp16.h>
#include <stdint.h>

__device__ uint64_t field(uint64_t x) { return (x & 0x3FFFF) >> 4; }
__device__ uint64_t descriptor(const void* tile, uint64_t leading, uint64_t stride, uint64_t swizzle) {
  uint64_t address = __cvta_generic_to_shared(tile);
  return field(address) | field(leading) << 16 | field(stride) << 32 | swizzle << 62;
}
__device__ void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N>
__device__ void wait_groups() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}
__device__ void multiply(float (&d)[4], const uint32_t (&a)[4], uint64_t b) {
  asm volatile(
      "{ .reg .pred p; setp.ne.b32 p, %9, 0;"
      " wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, p, 1, 1, 0; }"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(1));
}

__global__ void product(float* out, const uint32_t* a, const __half* b, int n) {
  __shared__ __align__(128) __half bt[8 * 16];
  float d[4] = {};
  for (int k = 0; k < n; k++) {
    uint32_t own[4];
    for (int i = 0; i < 4; i++) own[i] = a[(k * 128 + threadIdx.x) * 4 + i];
    bt[threadIdx.x] = b[k * 8 * 16 + threadIdx.x];
    proxy_fence();
    __syncthreads();
    fence();
    multiply(d, own, descriptor(bt, 128, 256, 0));
    commit();
    wait_groups<0>();
    __syncthreads();
  }
  for (int i = 0; i < 4; i++) out[threadIdx.x * 4 + i] = d[i];
}
