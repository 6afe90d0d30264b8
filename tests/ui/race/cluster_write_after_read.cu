// raceproof: --block-dim 128 --param rounds=3
// No barrier at the end of a round: labels are overwritten that others still gather.
// Points on a line in eight clusters: each takes the label of the nearest centre, each centre moves to its points' mean.
__global__ void cluster(float* centres, const float* x, int rounds) {
  __shared__ float centre[8];
  __shared__ float point[128];
  __shared__ int label[128];
  int tid = threadIdx.x;
  point[tid] = x[tid];
  if (tid < 8) {
    centre[tid] = centres[tid];
  }
  __syncthreads();
  label[127 - tid] = -1;
  __syncthreads();
  for (int r = 0; r < rounds; r++) {
    int best = 0;
    float least = 1e30f;
    for (int k = 0; k < 8; k++) {
      float d = fabsf(point[tid] - centre[k]); //~ RACE
      if (d < least) {
        least = d;
        best = k;
      }
    }
    label[tid] = best; //~ RACE
    __syncthreads();
    if (tid < 8) {
      float sum = 0.0f;
      int n = 0;
      for (int j = 0; j < 128; j++) {
        if (label[j] == tid) { //~ RACE
          sum += point[j];
          n++;
        }
      }
      centre[tid] = sum / max(n, 1); //~ RACE
    }
  }
  if (tid < 8) {
    centres[tid] = centre[tid];
  }
}
