// raceproof: --block-dim 32 --grid-dim 1
// The variable starts with the address of another one.
__device__ float cells[64];
__device__ float* known = cells;

__global__ void shift() { known[threadIdx.x] = cells[threadIdx.x + 1]; }
