// raceproof: --block-dim 128
// Which threads come depends on what they read.
__global__ void some(float* out, const int* in) {
  int tid = threadIdx.x;
  if (in[tid] > 0) {
    __barrier_sync_count(1, 64);
    out[tid] = 1;
  }
}
