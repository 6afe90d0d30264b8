// raceproof: --block-dim 32
// Every thread decodes an instruction of its own.
__global__ void step(int* state, const int* op) {
  int tid = threadIdx.x;
  int v = state[tid];
  switch (op[tid]) {
    case 0: v += 1; break;
    case 1: v *= 2; break;
    case 2:
      __syncthreads(); //~ DIVERGENT
      break;
    default: v = 0; break;
  }
  state[tid] = v;
}
