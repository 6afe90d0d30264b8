// raceproof: --block-dim 64
// What a round writes, the round before may still be reading.
__global__ void drain(float* out, const int* count) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < 4; ++i) {
    s[tid] = 1.0f + i; //~ RACE
    __syncwarp(0xffu << (tid % 32 / 8 * 8));
    sum += s[tid ^ 7]; //~ RACE
  }
  out[tid] = sum;
}
