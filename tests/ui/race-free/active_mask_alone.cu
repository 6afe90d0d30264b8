// raceproof: --block-dim 64
// Each lane needs its own cell only, so the barrier does no harm.
__global__ void own(int* out, const int* in) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  if (tid % 3) {
    s[tid] = in[tid];
    __syncwarp(__activemask());
    out[tid] = s[tid];
  }
}
