// raceproof: --block-dim 128
// `&&` keeps the upper half of the block away from the barrier that counts.
__global__ void crowd(int* out, const int* in) {
  int tid = threadIdx.x;
  int busy = 0;
  if (tid < 64 && __syncthreads_count(in[tid] > 0) > 16) { //~ DIVERGENT
    busy = 1;
  }
  out[tid] = busy;
}
