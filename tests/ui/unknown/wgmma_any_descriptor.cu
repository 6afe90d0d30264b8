// raceproof: --block-dim 128 -arch=sm_90a
// A descriptor that comes from the host: it may be of any array in shared memory.
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
__device__ void multiply(float (&d)[4], uint64_t a, uint64_t b) {
  asm volatile(
      "{ .reg .pred p; setp.ne.b32 p, %6, 0;"
      " wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0; }"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(a), "l"(b), "r"(1));
}

__global__ void product(float* out, uint64_t a, uint64_t b) {
  __shared__ float sums[128];
  float d[4] = {};
  fence();
  multiply(d, a, b);
  commit();
  sums[threadIdx.x] = 1;
  wait_groups<0>();
  __syncthreads();
  out[threadIdx.x] = sums[127 - threadIdx.x] + d[0];
}
