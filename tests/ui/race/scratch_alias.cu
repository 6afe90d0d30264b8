// raceproof: --block-dim 64
// The same bytes once as integers and once as doubles: double t covers the integers 2t and 2t+1.
__global__ void sums(double* out, const int* in) {
  extern __shared__ char scratch[];
  int* words = reinterpret_cast<int*>(scratch);
  double* sums = reinterpret_cast<double*>(scratch);
  int tid = threadIdx.x;
  words[tid] = in[tid];
  __syncthreads();
  int v = words[tid]; //~ RACE
  sums[tid] = 0.5 * v; //~ RACE
  __syncthreads();
  out[tid] = sums[63 - tid];
}
