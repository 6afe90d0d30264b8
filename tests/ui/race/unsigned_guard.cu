// raceproof: --block-dim 64
// Only thread 0 passes the first guard, because its difference wraps around.
__global__ void guard(int* out) {
  __shared__ int s[64];
  unsigned tid = threadIdx.x;
  if (tid - 1 >= 63) {
    s[1] = 40; //~ RACE
  }
  if (tid == 1) {
    s[1] = 41; //~ RACE
  }
  __syncthreads();
  out[tid] = s[1];
}
