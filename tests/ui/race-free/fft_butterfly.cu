// raceproof: --block-dim 256
// i has a zero in the bit of half, j = i + half a one; each pair belongs to one thread.
__global__ void fft(float* data) {
  __shared__ float s[512];
  int tid = threadIdx.x;
  s[tid] = data[tid];
  s[tid + 256] = data[tid + 256];
  for (int half = 1; half < 512; half *= 2) {
    __syncthreads();
    int k = tid & (half - 1);
    int i = 2 * (tid - k) + k;
    int j = i + half;
    float w = (float)k / half;
    float u = s[i];
    float v = w * s[j];
    s[i] = u + v;
    s[j] = u - v;
  }
  __syncthreads();
  data[tid] = s[tid];
  data[tid + 256] = s[tid + 256];
}
