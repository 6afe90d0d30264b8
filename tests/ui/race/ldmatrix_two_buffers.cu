// raceproof: --block-dim 64 -arch=sm_80
// The array that is loaded from is the one that is filled.
__global__ void sum(uint4* out, const uint4* in, int steps) {
  __shared__ uint4 even[64], odd[64];
  int i = threadIdx.x;
  uint4 sum = make_uint4(0, 0, 0, 0);
  odd[i] = even[i] = in[i];
  for (int k = 0; k < steps; k++) {
    __syncthreads();
    uint4* from = k % 2 ? odd : even;
    uint4* to = from;
    uint4 v;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" //~ RACE
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "r"((unsigned)__cvta_generic_to_shared(from) + 16 * (i ^ 32)));
    sum = make_uint4(sum.x + v.x, sum.y + v.y, sum.z + v.z, sum.w + v.w);
    to[i] = in[64 * (k + 1) + i]; //~ RACE
  }
  out[i] = sum;
}
