// raceproof: --block-dim 64
// FIXME(wrong verdict): expected race-free, today unknown: the barrier of all lanes orders what the even ones did before they returned; the one
// before it, which a part of a warp may reach alone, makes each model that is found one that cannot happen.
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
