// A synchronised condition in a synchronised loop; some iterations hold no barrier at all.
__global__ void alternate(float* out, const float* in, int n) {
  extern __shared__ float s[];
  int tid = threadIdx.x;
  float v = in[tid];
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0) {
      __syncthreads();
      s[tid] = v;
      __syncthreads();
    } else {
      v += 1.0f;
    }
    v += i > 0 ? s[blockDim.x - 1 - tid] : 0.0f;
  }
  out[tid] = v;
}
