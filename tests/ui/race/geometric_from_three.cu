// raceproof: --block-dim 128
// At step s thread 0 writes a[s] and thread s - 1 reads it.
__global__ void spread(float* out, const float* in, int n) {
  extern __shared__ float a[];
  int tid = threadIdx.x;
  a[tid] = in[tid];
  __syncthreads();
  for (int s = 3; s < n; s *= 2) {
    if (tid < s) {
      a[tid + s] = a[tid + 1]; //~ RACE
    }
    __syncthreads();
  }
  out[tid] = a[tid];
}
