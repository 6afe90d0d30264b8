// raceproof: --block-dim 128 -arch=sm_90
// One thread has a row copied, and all wait at the barrier object that the copy signals.
__global__ void copy(float* out, const float* in) {
  __shared__ __align__(16) float row[128];
  __shared__ unsigned long long full;
  unsigned to = __cvta_generic_to_shared(row);
  unsigned bar = __cvta_generic_to_shared(&full);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" : : "r"(bar) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" : : "r"(bar) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];"
                 :
                 : "r"(to), "l"(in + 128 * blockIdx.x), "r"(bar)
                 : "memory");
  }
  asm volatile(
      "{ .reg .pred p;\n"
      "WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
      "@!p bra WAIT; }"
      :
      : "r"(bar)
      : "memory");
  out[128 * blockIdx.x + threadIdx.x] = row[127 - threadIdx.x];
}
