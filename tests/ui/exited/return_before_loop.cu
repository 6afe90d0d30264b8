// raceproof: --block-dim 256
// Threads beyond n leave before a loop with barriers; the others go on in step.
__global__ void rotate(float* out, const float* in, int n, int rounds) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  if (tid >= n) return;
  for (int r = 0; r < rounds; r++) {
    s[tid] = in[r * 256 + tid];
    __syncthreads(); //~ EXITED
    out[r * 256 + tid] = s[(tid + 1) % n];
    __syncthreads(); //~ EXITED
  }
}
