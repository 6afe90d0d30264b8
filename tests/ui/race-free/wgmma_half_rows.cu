// raceproof: --block-dim 128 -arch=sm_90a
// While one half of each row is multiplied, the other one is written.
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

// The tile has 8 rows of 64 bytes with a swizzle; the product reads one half of each row.
__global__ void product(float* out, const uint4* b, const __half* a) {
  __shared__ __align__(512) uint4 tile[8 * 4];
  __shared__ __align__(128) __half at_[64 * 16];
  float d[4] = {};
  for (int i = threadIdx.x; i < 64 * 16; i += 128) at_[i] = a[i];
  if (threadIdx.x < 32) tile[threadIdx.x] = b[threadIdx.x];
  proxy_fence();
  __syncthreads();
  fence();
  multiply(d, descriptor(at_, 128, 256, 0), descriptor(tile, 16, 512, 2));
  commit();
  // The chunks of 16 bytes of row r are exchanged by r / 2.
  if (threadIdx.x < 16) {
    int row = threadIdx.x / 2, chunk = 2 + threadIdx.x % 2;
    tile[row * 4 + (chunk ^ row / 2)] = make_uint4(0, 0, 0, 0);
  }
  wait_groups<0>();
  for (int i = 0; i < 4; i++) out[threadIdx.x * 4 + i] = d[i];
}
