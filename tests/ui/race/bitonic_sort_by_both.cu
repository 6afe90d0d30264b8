// raceproof: --block-dim 256
// Both threads of a pair compare; whether one of them writes depends on the data.
__global__ void bitonic(float* data) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  s[tid] = data[tid];
  __syncthreads();
  for (int k = 2; k <= 256; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      int other = tid ^ j;
      float a = s[tid]; //~ RACE
      float b = s[other]; //~ RACE
      if ((tid & k) == 0 ? a > b : a < b) {
        s[tid] = b; //~ RACE
        s[other] = a; //~ RACE
      }
      __syncthreads();
    }
  }
  data[tid] = s[tid];
}
