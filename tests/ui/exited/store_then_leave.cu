// raceproof: --block-dim 64
// What the leaving threads have stored is complete when the barrier opens for the others.
__global__ void hand_over(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  if (tid >= 32) {
    return;
  }
  __syncthreads(); //~ EXITED
  out[tid] = s[tid] + s[tid + 32];
}
