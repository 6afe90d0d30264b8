// raceproof: --block-dim 128 -arch=sm_60
// Before sm_70 all threads of a warp wait at one place.
__global__ void meet(float* out, const float* in) {
  int tid = threadIdx.x;
  if (tid % 2) {
    __barrier_sync(0); //~ DIVERGENT
  } else {
    __barrier_sync(0); //~ DIVERGENT
  }
  out[tid] = in[tid];
}
