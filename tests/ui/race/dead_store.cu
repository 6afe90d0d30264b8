// raceproof: --block-dim 64
// The first store is overwritten at once, yet it is the one that makes this a harmful race.
__global__ void overwrite(int* out) {
  __shared__ int s[1];
  int tid = threadIdx.x;
  s[0] = tid; //~ RACE
  s[0] = 7; //~ RACE
  __syncthreads();
  out[tid] = s[0];
}
