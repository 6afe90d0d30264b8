// Case 2 stores for the thread to its right, which stores nothing itself.
__global__ void cases(int* out) {
  extern __shared__ int s[];
  int tid = threadIdx.x;
  switch (tid & 3) {
    case 0: s[tid] = 1; break;
    case 1: s[tid] = tid; break;
    case 2:
      s[tid] = 2;
      s[tid + 1] = 2 * tid;
      break;
    default: break;
  }
  __syncthreads();
  out[tid] = s[tid];
}
