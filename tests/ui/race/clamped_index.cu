// raceproof: --block-dim 64
// The clamp sends threads 62 and 63 to the same cell.
__global__ void clamp(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[min(tid, 62)] = in[tid]; //~ RACE
  __syncthreads();
  out[tid] = s[max(tid - 1, 0)];
}
