// One buffer with two barriers per step; any block size.
__global__ void scan(float* out, const float* in) {
  extern __shared__ float s[];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int d = 1; d < (int)blockDim.x; d *= 2) {
    float v = tid >= d ? s[tid - d] : 0.0f;
    __syncthreads();
    s[tid] += v;
    __syncthreads();
  }
  out[tid] = s[tid];
}
