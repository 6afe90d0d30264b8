// raceproof: --block-dim 32 -arch=sm_80
// Half a warp cannot multiply, though that touches registers only.
__global__ void multiply(unsigned* out, const unsigned* in) {
  unsigned d[2] = {0, 0};
  if (threadIdx.x < 16) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %2}, {%2}, {%0, %1};" //~ DIVERGENT
                 : "+r"(d[0]), "+r"(d[1])
                 : "r"(in[threadIdx.x]));
  }
  out[threadIdx.x] = d[0];
}
