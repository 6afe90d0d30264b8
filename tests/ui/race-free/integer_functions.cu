// raceproof: --block-dim 64
// Functions on whole numbers in an index: each thread keeps a cell of its own.
__global__ void clamped(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[min(tid, 100) + __mul24(tid, 0)] = in[tid];
  __syncthreads();
  out[max(tid, 0)] = s[abs(tid)];
  out[64 + (int)__umulhi((unsigned)tid, 0x80000000u) * 2 + (tid & 1)] = s[__usad(tid, 0, 0)];
}
