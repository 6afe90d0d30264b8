// raceproof: --block-dim 32
// The block decodes one instruction for all its threads.
__global__ void step(int* state, const int* op) {
  __shared__ int s[32];
  int tid = threadIdx.x;
  int v = state[blockIdx.x * 32 + tid];
  s[tid] = v;
  switch (op[blockIdx.x]) {
    case 0: v += 1; break;
    case 1: v *= 2; break;
    case 2:
      __syncthreads();
      v = s[31 - tid];
      break;
    default: v = 0; break;
  }
  state[blockIdx.x * 32 + tid] = v;
}
