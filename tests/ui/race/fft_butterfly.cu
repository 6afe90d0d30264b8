// raceproof: --block-dim 256
// The group is not spread out by two: thread t + half starts where thread t ends.
__global__ void fft(float* data) {
  __shared__ float s[512];
  int tid = threadIdx.x;
  s[tid] = data[tid];
  s[tid + 256] = data[tid + 256];
  for (int half = 1; half < 512; half *= 2) {
    __syncthreads();
    int k = tid & (half - 1);
    int i = tid / half * half + k;
    int j = i + half;
    float w = (float)k / half;
    float u = s[i]; //~ RACE
    float v = w * s[j]; //~ RACE
    s[i] = u + v; //~ RACE
    s[j] = u - v; //~ RACE
  }
  __syncthreads();
  data[tid] = s[tid];
  data[tid + 256] = s[tid + 256];
}
