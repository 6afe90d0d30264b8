// raceproof: --block-dim 128
// A vote is one value per warp, not per block: warps may part at the second barrier.
__global__ void relax(float* a) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  float v = a[tid];
  s[tid] = v;
  __syncthreads();
  if (__any_sync(0xffffffffu, v > 1.0f)) {
    v = 0.5f * (v + s[(tid + 1) % 128]);
    __syncthreads(); //~ DIVERGENT
    s[tid] = v;
  }
  a[tid] = v;
}
