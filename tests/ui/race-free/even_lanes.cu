// raceproof: --block-dim 64
// The even lanes wait for each other, and read what even lanes write.
__global__ void evens(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  float v = 0.0f;
  if (tid % 2 == 0) {
    __syncwarp(0x55555555u);
    v = s[tid ^ 4];
  }
  out[tid] = v;
}
