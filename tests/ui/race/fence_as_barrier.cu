// raceproof: --block-dim 64
// A fence orders a thread's own accesses; it waits for nobody.
__global__ void swap(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE
  __threadfence_block();
  out[tid] = s[tid ^ 1]; //~ RACE
}
