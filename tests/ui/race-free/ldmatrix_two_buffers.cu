// raceproof: --block-dim 64 -arch=sm_80
// Two arrays take turns: one is loaded from while the other is filled, and the block waits before they change places.
__global__ void sum(uint4* out, const uint4* in, int steps) {
  __shared__ uint4 even[64], odd[64];
  int i = threadIdx.x;
  uint4 sum = make_uint4(0, 0, 0, 0);
  even[i] = in[i];
  for (int k = 0; k < steps; k++) {
    __syncthreads();
    uint4* from = k % 2 ? odd : even;
    uint4* to = k % 2 ? even : odd;
    uint4 v;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "r"((unsigned)__cvta_generic_to_shared(from) + 16 * (i ^ 32)));
    sum = make_uint4(sum.x + v.x, sum.y + v.y, sum.z + v.z, sum.w + v.w);
    to[i] = in[64 * (k + 1) + i];
  }
  out[i] = sum;
}
