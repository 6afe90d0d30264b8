// raceproof: --block-dim 64
// The innermost call divides by 0: what the function gives is not computed.
__device__ int shares(int parts) { return parts < 1 ? 64 / parts : 1 + shares(parts - 1); }

__global__ void fill(int *out) {
  __shared__ int cells[128];
  cells[shares(3)] = threadIdx.x;
  out[threadIdx.x] = cells[threadIdx.x];
}
