// One thread stores twice; the others wait.
__global__ void overwrite(int* out) {
  __shared__ int s[1];
  int tid = threadIdx.x;
  if (tid == 0) {
    s[0] = tid;
    s[0] = 7;
  }
  __syncthreads();
  out[tid] = s[0];
}
