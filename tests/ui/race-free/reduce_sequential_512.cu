// raceproof: --block-dim 512
// The same with a constant block and one element of each half added while loading.
__global__ void reduce(float* out, const float* in, int n) {
  __shared__ float s[512];
  int tid = threadIdx.x;
  int i = blockIdx.x * 1024 + tid;
  float v = i < n ? in[i] : 0.0f;
  if (i + 512 < n) {
    v += in[i + 512];
  }
  s[tid] = v;
  __syncthreads();
#pragma unroll
  for (int half = 256; half > 0; half /= 2) {
    if (tid < half) {
      s[tid] = v = v + s[tid + half];
    }
    __syncthreads();
  }
  if (tid == 0) {
    out[blockIdx.x] = v;
  }
}
