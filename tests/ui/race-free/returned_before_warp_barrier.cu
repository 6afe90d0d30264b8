// raceproof: --block-dim 64
// What the even lanes did before they returned is complete at the barrier of all lanes; the one before it only some may reach.
__global__ void returned_before(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  if (t % 2 == 0) return;
  for (int i = 0; i < n; i++) {
    if (t > 32 || i > 2) __syncwarp();
    __syncwarp();
    out[t] = s[t ^ 1];
  }
}
