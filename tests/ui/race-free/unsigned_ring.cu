// raceproof: --block-dim 48
// Adding 47 stays in range; thread 0 gets the last cell.
__global__ void ring(int* out) {
  __shared__ int s[48];
  unsigned tid = threadIdx.x;
  s[(tid + 47) % 48] = tid;
  __syncthreads();
  out[tid] = s[tid];
}
