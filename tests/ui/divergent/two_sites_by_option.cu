// raceproof: --block-dim 128 --barrier-match=site
// Two places of `barrier.sync`, and the option asks for one place.
__global__ void meet(float* out, const float* in) {
  int tid = threadIdx.x;
  if (tid < 64) {
    __barrier_sync(0); //~ DIVERGENT
  } else {
    __barrier_sync(0); //~ DIVERGENT
  }
  out[tid] = in[tid];
}
