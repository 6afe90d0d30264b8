// raceproof: --block-dim 64
// All threads of a block take the same case.
__global__ void cases(int* out, int mode) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  s[tid] = tid;
  int v = 0;
  switch ((mode + blockIdx.x) % 3) {
    case 0: v = 1; break;
    case 1:
      __syncthreads();
      v = s[63 - tid];
      break;
    default: v = 3; break;
  }
  out[blockIdx.x * 64 + tid] = v;
}
