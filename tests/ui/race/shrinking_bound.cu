// raceproof: --block-dim 64
// The bound falls while i rises; every iteration reads a cell that its owner is replacing.
__global__ void rotate(float* out, const float* in, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  for (int i = 0; i < n; i++) {
    __syncthreads();
    float v = s[(tid + i + 1) % 64]; //~ RACE
    n -= 1;
    s[tid] = v; //~ RACE
  }
  out[tid] = s[tid];
}
