// raceproof: --block-dim 64
// The helper itself is innocent: its two callers overlap.
__device__ void put(float* p, int i, float v) {
  p[i] = v; //~ RACE
}

__global__ void two_puts(float* out, const float* in) {
  int tid = threadIdx.x;
  put(out, tid, in[tid]);
  put(out, tid + 1, 2.0f * in[tid]);
}
