// raceproof: --block-dim 64 -arch=sm_90
// Rows that a warp stores together, each at the address of one lane, are read after the warp has waited.
__global__ void rows(uint4* out, const uint4* in) {
  __shared__ uint4 s[64];
  int i = threadIdx.x;
  unsigned address = __cvta_generic_to_shared(s + i);
  uint4 v = in[i];
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
               :
               : "r"(address), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
               : "memory");
  __syncwarp();
  out[i] = s[i];
}
