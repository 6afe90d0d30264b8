// raceproof: --block-dim 128
// The vote's result is one value, its own share is not.
__global__ void settle(int* out, const int* in) {
  int tid = threadIdx.x;
  int any = __syncthreads_count(tid < 64);
  if (any + tid > 64) {
    __syncthreads(); //~ DIVERGENT?
  }
  out[blockIdx.x * 128 + tid] = in[tid];
}
