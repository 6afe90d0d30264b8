// A barrier that no manual knows.
__global__ void waits(float* out, const float* in) {
  extern __shared__ float s[];
  s[threadIdx.x] = in[threadIdx.x];
  asm volatile("frobnicate.sync.aligned 3;" ::: "memory");
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
