// raceproof: --block-dim 128
// Iteration r+1 writes tile[tid] while iteration r still reads tile[tid + j].
__global__ void windowed_sums(float* out, const float* in, int reps, int m) {
  extern __shared__ float tile[];
  int tid = threadIdx.x;
  float sum = 0.0f;
  for (int r = 0; r < reps; r++) {
    for (int i = 0; i < m; i++) {
      tile[tid] = in[tid * m + i] + r; //~ RACE
    }
    __syncthreads();
    for (int j = 0; j < m; j++) {
      sum += tile[tid + j]; //~ RACE
    }
  }
  out[tid] = sum;
}
