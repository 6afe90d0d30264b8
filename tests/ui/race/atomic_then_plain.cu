// raceproof: --block-dim 64 --grid-dim 8
// The barrier is the block's: other blocks may still add while one reads.
__global__ void mean(float* out, float* sum, const float* in) {
  int i = blockIdx.x * 64 + threadIdx.x;
  atomicAdd(sum, in[i]); //~ RACE
  __syncthreads();
  out[i] = in[i] - *sum / 512.0f; //~ RACE
}
