// raceproof: --block-dim 64
// __restrict__ lets an optimiser reuse the load before the barrier and drop the racy one after it.
__global__ void twice(float* __restrict__ a, float* __restrict__ out) {
  int tid = threadIdx.x;
  float before = a[tid];
  __syncthreads();
  float after = a[tid]; //~ RACE
  a[tid + 1] = before; //~ RACE
  out[tid] = after - before;
}
