// The repaired forms of the divergent barriers: work in the branch, barrier outside.
__global__ void some(float* out, const float* in) {
  extern __shared__ float s[];
  int tid = threadIdx.x;
  if (tid < 16) {
    s[tid] = in[tid];
  }
  __syncthreads();
  out[tid] = tid < 16 ? s[15 - tid] : 0.0f;
}

__global__ void rounds(float* out, const float* in) {
  int tid = threadIdx.x;
  float v = in[tid];
  for (int i = 0; i < (int)blockDim.x; i++) {
    if (i < tid) {
      v *= 0.5f;
    }
    __syncthreads();
  }
  out[tid] = v;
}
