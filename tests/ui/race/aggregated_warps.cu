// raceproof: --block-dim 64
// The first lane of a warp draws, but too little, or only the first one of a block does.
__global__ void too_little(int* out, int* length) {
  int lane = threadIdx.x % 32, base = 0;
  if (lane == 0) base = atomicAdd(length, 31);
  base = __shfl_sync(0xffffffff, base, 0);
  out[base + lane] = blockIdx.x + threadIdx.x; //~ RACE
}

__global__ void one_warp(int* out, int* length) {
  int lane = threadIdx.x % 32, base = 0;
  if (threadIdx.x == 0) base = atomicAdd(length, 32);
  base = __shfl_sync(0xffffffff, base, 0);
  out[base + lane] = blockIdx.x + threadIdx.x; //~ RACE
}

__global__ void in_halves(int* out, int* length) {
  int lane = threadIdx.x % 32, base = 0;
  if (lane == 0) base = atomicAdd(length, 32);
  base = __shfl_sync(0xffffffff, base, 0, 16);
  out[base + lane] = blockIdx.x + threadIdx.x; //~ RACE
}
