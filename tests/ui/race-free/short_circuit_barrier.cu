// raceproof: --block-dim 128
// The barrier stands on the left of `&&`, where all threads come by.
__global__ void crowd(int* out, const int* in) {
  int tid = threadIdx.x;
  int busy = 0;
  if (__syncthreads_count(in[tid] > 0) > 16 && tid < 64) {
    busy = 1;
  }
  out[tid] = busy;
}
