// raceproof: --block-dim 64
// Case 2 stores into the cell of the thread to its right.
__global__ void cases(int* out) {
  __shared__ int s[65];
  int tid = threadIdx.x;
  switch (tid & 3) {
    case 0: s[tid] = 1; break;
    case 1: s[tid] = tid; break;
    case 2: s[tid + 1] = 2 * tid; break; //~ RACE
    default: s[tid] = 5 * tid; break; //~ RACE
  }
  __syncthreads();
  out[tid] = s[tid];
}
