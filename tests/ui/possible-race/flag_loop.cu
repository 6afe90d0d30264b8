// raceproof: --block-dim 128
// Without the barrier at the top the flag is cleared while others still test it; whether
// there is a second round depends on the data.
__global__ void settle(float* a) {
  __shared__ int again;
  int tid = threadIdx.x;
  float v = a[tid];
  do {
    if (tid == 0) {
      again = 0; //~ RACE
    }
    __syncthreads();
    v *= 0.5f;
    if (v > 1.0f) {
      again = 1; //~ BENIGN?
    }
    __syncthreads();
  } while (again); //~ RACE
  a[tid] = v;
}
