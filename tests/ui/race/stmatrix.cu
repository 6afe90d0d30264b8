// raceproof: --block-dim 64 -arch=sm_90
// The row that a lane names is stored by others, so that the lane has to wait for it.
__global__ void rows(uint4* out, const uint4* in) {
  __shared__ uint4 s[64];
  int i = threadIdx.x;
  unsigned address = __cvta_generic_to_shared(s + i);
  uint4 v = in[i];
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" //~ RACE
               :
               : "r"(address), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
               : "memory");
  out[i] = s[i]; //~ RACE
}
