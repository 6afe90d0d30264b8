// raceproof: --block-dim 64
// Storing what was just loaded changes nothing, but it is a store that the neighbour's load meets.
__global__ void touch(float* out, const float* in) {
  __shared__ float s[65];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  float own = s[tid];
  float right = s[tid + 1]; //~ RACE
  s[tid] = own; //~ RACE
  out[tid] = own + right;
}
