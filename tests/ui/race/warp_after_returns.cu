// raceproof: --block-dim 32
// Those that have not returned meet too early, sometimes, or not after the reads.
__global__ void too_early(int* out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (t % 3 == 0) return;
  }
  __syncwarp();
  s[t] = t; //~ RACE
  out[t] = s[(t * 2) & 31]; //~ RACE
}

__global__ void sometimes(int* out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (t % 3 == 0) return;
  }
  s[t] = t; //~ RACE
  if (n & 1) __syncwarp();
  out[t] = s[(t * 2) & 31]; //~ RACE
}

__global__ void not_after(int* out, int n, int m) {
  __shared__ int s[32];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (t % 3 == 0) return;
  }
  for (int i = 0; i < m; i++) {
    s[t] = t; //~ RACE
    __syncwarp();
    out[t] = s[(t * 2) & 31]; //~ RACE
  }
}
