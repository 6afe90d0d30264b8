// raceproof: --block-dim 64
// The kernel itself writes what it compares: the race happens for a limit of 15, and no other.
__global__ void chosen(int* out, int limit) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 3 * t;
  __syncthreads();
  if (s[5] == limit) {
    out[0] = t; //~ RACE
  }
}
