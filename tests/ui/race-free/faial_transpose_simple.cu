// Both loops of a repetition end in a barrier; any block size, any m.
__global__ void windowed_sums(float* out, const float* in, int reps, int m) {
  extern __shared__ float tile[];
  int tid = threadIdx.x;
  float sum = 0.0f;
  for (int r = 0; r < reps; r++) {
    for (int i = 0; i < m; i++) {
      tile[tid] = in[tid * m + i] + r;
    }
    __syncthreads();
    for (int j = 0; j < m; j++) {
      sum += tile[tid + j];
    }
    __syncthreads();
  }
  out[tid] = sum;
}
