// raceproof: --block-dim 64
// Loaded through a const __restrict__ pointer and thrown away, while others store there.
__global__ void probe(float* __restrict__ a) {
  int tid = threadIdx.x;
  const float* __restrict__ view = a;
  float unused = view[(tid + 1) % 64]; //~ RACE
  (void)unused;
  a[tid] = 2.0f * tid; //~ RACE
}
