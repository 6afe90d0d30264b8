// raceproof: --block-dim 64
// Every step reads, waits for the warp, writes, and waits again.
__global__ void sum(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * 64 + tid];
  __syncthreads();
  if (tid < 32) {
    float v = s[tid] + s[tid + 32];
    for (int d = 16; d > 0; d /= 2) {
      __syncwarp();
      s[tid] = v;
      __syncwarp();
      v += s[(tid + d) % 32];
    }
    if (tid == 0) {
      out[blockIdx.x] = v;
    }
  }
}
