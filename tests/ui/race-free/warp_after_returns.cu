// raceproof: --block-dim 32
// Lanes that have returned in a loop are not waited for, and the others meet.
__global__ void one_loop(int* out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (t % 3 == 0) return;
  }
  s[t] = t;
  __syncwarp();
  out[t] = s[(t * 2) & 31];
}

__global__ void nested_loops(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int sum = 0;
  for (int i = n + 1; i > 0; i--) {
    for (int j = n; j > 0; j--) {
      if (t % 3 == 0) return;
      sum++;
    }
    if (i > 1) break;
    sum++;
  }
  s[t] = t;
  __syncwarp();
  out[t] = s[(t * 2) & 31] + sum;
}
