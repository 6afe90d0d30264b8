// Each step reads one half and writes the other; one barrier per step is enough.
__global__ void scan(float* out, const float* in) {
  extern __shared__ float s[];
  int n = blockDim.x;
  int tid = threadIdx.x;
  int to = 0, from = 1;
  s[tid] = in[tid];
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    to = 1 - to;
    from = 1 - to;
    if (tid >= d) {
      s[to * n + tid] = s[from * n + tid] + s[from * n + tid - d];
    } else {
      s[to * n + tid] = s[from * n + tid];
    }
    __syncthreads();
  }
  out[tid] = s[to * n + tid];
}
