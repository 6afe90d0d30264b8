// raceproof: --block-dim 256
// The barrier stands one loop too far out.
__global__ void bitonic(float* data) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  s[tid] = data[tid];
  __syncthreads();
  for (int k = 2; k <= 256; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      int other = tid ^ j;
      if (other > tid) {
        float a = s[tid]; //~ RACE
        float b = s[other]; //~ RACE
        bool up = (tid & k) == 0;
        s[tid] = up ? fminf(a, b) : fmaxf(a, b); //~ RACE
        s[other] = up ? fmaxf(a, b) : fminf(a, b); //~ RACE
      }
    }
    __syncthreads();
  }
  data[tid] = s[tid];
}
