// The grid's blocks are taken to be of one warp.
__global__ void number(int *out) {
  out[blockIdx.x * 32 + threadIdx.x] = threadIdx.x; //~ RACE
}
