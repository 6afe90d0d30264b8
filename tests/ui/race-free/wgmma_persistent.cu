// raceproof: --block-dim 160 -arch=sm_90a
// Stage and phase are carried through the tiles and the parts of each.
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

__device__ uint32_t at(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void init(uint64_t* bar, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ void arrive(uint64_t* bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(bar)) : "memory");
}
__device__ void wait(uint64_t* bar, uint32_t parity) {
  asm volatile(
      "{ .reg .pred P1; LAB_WAIT: mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1; @P1 bra DONE;"
      " bra LAB_WAIT; DONE: }" ::"r"(at(bar)), "r"(parity & 1) : "memory");
}

constexpr uint32_t S = 2;

__global__ void persistent(float* out, const __half* a, const __half* b, uint32_t n, uint32_t tiles) {
  __shared__ uint64_t full[S], empty[S];
  __shared__ __align__(128) __half at_[S][64 * 16];
  __shared__ __align__(128) __half bt[S][8 * 16];
  if (threadIdx.x == 0) {
    for (uint32_t s = 0; s < S; s++) {
      init(&full[s], 32);
      init(&empty[s], 128);
    }
  }
  __syncthreads();
  uint32_t stage = 0, phase = 0;
  if (threadIdx.x >= 128) {
    uint32_t lane = threadIdx.x % 32;
    for (uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      for (uint32_t k = 0; k < n; k++) {
        wait(&empty[stage], phase ^ 1);
        for (uint32_t i = lane; i < 64 * 16; i += 32) at_[stage][i] = a[(tile * n + k) * 64 * 16 + i];
        for (uint32_t i = lane; i < 8 * 16; i += 32) bt[stage][i] = b[k * 8 * 16 + i];
        proxy_fence();
        arrive(&full[stage]);
        if (++stage == S) {
          stage = 0;
          phase ^= 1;
        }
      }
    }
  } else {
    for (uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      float d[4] = {};
      for (uint32_t k = 0; k < n; k++) {
        wait(&full[stage], phase);
        fence();
        multiply(d, descriptor(at_[stage], 128, 256, 0), descriptor(bt[stage], 128, 256, 0));
        commit();
        wait_groups<0>();
        arrive(&empty[stage]);
        if (++stage == S) {
          stage = 0;
          phase ^= 1;
        }
      }
      for (int i = 0; i < 4; i++) out[(tile * 128 + threadIdx.x) * 4 + i] = d[i];
    }
  }
}
