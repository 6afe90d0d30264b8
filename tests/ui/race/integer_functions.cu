// raceproof: --block-dim 64
// From thread 32 on all have the same cell; and of two threads in a row the half is the same.
__global__ void clamped(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[min(tid, 32)] = in[tid]; //~ RACE
  __syncthreads();
  out[__uhadd((unsigned)tid, 0u)] = tid + s[tid / 2]; //~ RACE
}
