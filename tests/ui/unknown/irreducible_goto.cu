// raceproof: --block-dim 64
// A loop with two entries.
__global__ void two_entries(float* out, const float* in, int n) {
  int tid = threadIdx.x;
  int i = 0;
  if (in[tid] > 0.0f) {
    goto inside;
  }
outside:
  out[tid] += 1.0f;
inside:
  out[tid] *= 2.0f;
  if (++i < n) {
    goto outside;
  }
  if (i++ < 2 * n) {
    goto inside;
  }
}
