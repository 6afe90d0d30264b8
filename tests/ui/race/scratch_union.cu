// raceproof: --block-dim 128
// The second use of the scratch begins before the first one is over.
union Scratch {
  float values[128];
  int ranks[128];
};

__global__ void twice(float* out, int* order, const float* in) {
  __shared__ Scratch scratch;
  int tid = threadIdx.x;
  scratch.values[tid] = in[tid];
  __syncthreads();
  out[tid] = scratch.values[127 - tid]; //~ RACE
  scratch.ranks[tid] = tid; //~ RACE
  __syncthreads();
  order[tid] = scratch.ranks[tid ^ 1];
}
