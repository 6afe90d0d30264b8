// raceproof: --block-dim 64
// Each warp goes on until none of its lanes has anything left, and its lanes meet at the barrier in every round.
__global__ void drain(float* out, const int* count) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  int left = count[tid];
  float sum = 0.0f;
  while (__any_sync(0xffffffffu, left > 0)) {
    s[tid] = left > 0 ? 1.0f : 0.0f;
    __syncwarp();
    sum += s[tid ^ 1];
    __syncwarp();
    left--;
  }
  out[tid] = sum;
}
