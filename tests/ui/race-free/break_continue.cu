// An endless loop left by break, with elements skipped by continue.
__global__ void count(int* total, float* out, const float* in, int n) {
  for (int i = threadIdx.x;; i += blockDim.x) {
    if (i >= n) {
      break;
    }
    if (in[i] < 0.0f) {
      continue;
    }
    out[i] = 2.0f * in[i];
    atomicAdd(total, i);
  }
}
