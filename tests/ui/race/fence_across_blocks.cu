// raceproof: --block-dim 64 --grid-dim 4
// A fence for the device, and still no block waits for another.
__global__ void swap(float* out, float* all, const float* in) {
  int i = blockIdx.x * 64 + threadIdx.x;
  all[i] = in[i]; //~ RACE
  __threadfence();
  __syncthreads();
  out[i] = all[i ^ 64]; //~ RACE
}
