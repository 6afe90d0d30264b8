// raceproof: --block-dim 128
// Some threads test the flag before others have set it.
__global__ void any(float* a) {
  __shared__ int again;
  int tid = threadIdx.x;
  float v = a[tid];
  if (tid == 0) {
    again = 0;
  }
  __syncthreads();
  if (v > 1.0f) {
    atomicExch(&again, 1); //~ RACE
  }
  if (again) { //~ RACE
    v *= 0.5f;
  }
  a[tid] = v;
}
