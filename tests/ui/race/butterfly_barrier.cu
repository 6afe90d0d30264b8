// raceproof: --block-dim 32
// A round is missing: the halves have not waited for each other.
__global__ void butterfly(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];  //~ RACE
  for (int d = 1; d < 16; d <<= 1) {
    __syncwarp((1u | 1u << d) << (lane & ~d));
  }
  out[lane] = s[31 - lane];  //~ RACE
}
