// The rank of a thread in a block whose shape nobody knows, counted in warps wrongly.
__device__ int rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

// Two threads of each warp have its place.
__global__ void two_of_each(float* out) {
  __shared__ float part[32];
  int mine = rank();
  if (mine % 16 == 0) part[mine / 32] = mine; //~ RACE
}
