// raceproof: --block-dim 32
__global__ void k(int* out, const int* in) {
  __shared__ int w;
  int t = threadIdx.x;
  if (t == 0) { w = in[0]; __syncwarp(); out[0] = 1; }
  else { out[t] = w; __syncwarp(); }
}
