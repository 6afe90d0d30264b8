// raceproof: --block-dim 32
// A block of one warp, with __syncwarp between reading and writing.
__global__ void warp_scan(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  __syncwarp();
  for (int d = 1; d < 32; d *= 2) {
    float v = lane >= d ? s[lane - d] : 0.0f;
    __syncwarp();
    s[lane] += v;
    __syncwarp();
  }
  out[lane] = s[lane];
}
