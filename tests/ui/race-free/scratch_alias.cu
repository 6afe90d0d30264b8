// raceproof: --block-dim 64
// The doubles lie behind the integers.
__global__ void sums(double* out, const int* in) {
  extern __shared__ char scratch[];
  int* words = reinterpret_cast<int*>(scratch);
  double* sums = reinterpret_cast<double*>(scratch + 64 * sizeof(int));
  int tid = threadIdx.x;
  words[tid] = in[tid];
  __syncthreads();
  int v = words[63 - tid];
  sums[tid] = 0.5 * v;
  __syncthreads();
  out[tid] = sums[63 - tid];
}
