// raceproof: --block-dim 256
// A swap without a temporary: from the second step on both pointers name the same array.
__global__ void relax(float* out, const float* in, int steps) {
  __shared__ float a[256];
  __shared__ float b[256];
  int tid = threadIdx.x;
  float* src = a;
  float* dst = b;
  a[tid] = in[tid];
  __syncthreads();
  for (int i = 0; i < steps; i++) {
    dst[tid] = 0.5f * (src[tid] + src[(tid + 1) % 256]); //~ RACE
    __syncthreads();
    src = dst;
    dst = src;
  }
  out[tid] = src[tid];
}
