// raceproof: --block-dim 128
// Every warp turns its own 32 cells.
__global__ void shift(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  int first = tid - tid % 32;
  s[tid] = in[tid];
  __syncwarp();
  out[tid] = s[first + (tid + 1) % 32];
}
