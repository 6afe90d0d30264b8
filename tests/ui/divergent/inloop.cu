// raceproof: --block-dim 8
// All threads wait four times, but thread 0 in four rounds of one and the others in one round of four.
__global__ void inloop(int* out) {
  int tid = threadIdx.x;
  int rounds = tid == 0 ? 4 : 1;
  int waits = tid == 0 ? 1 : 4;
  int seen = 0;
  for (int i = 0; i < rounds; i++) {
    for (int j = 0; j < waits; j++) {
      __syncthreads(); //~ DIVERGENT
      seen += i;
    }
  }
  out[tid] = seen;
}
