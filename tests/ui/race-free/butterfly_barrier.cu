// raceproof: --block-dim 32
// After five rounds of pairs every lane has waited, by way of others, for every other.
__global__ void butterfly(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  for (int d = 1; d < 32; d <<= 1) {
    __syncwarp((1u | 1u << d) << (lane & ~d));
  }
  out[lane] = s[31 - lane];
}
