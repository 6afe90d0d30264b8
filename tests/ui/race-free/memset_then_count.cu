// raceproof: --block-dim 64
// Nobody counts before the bins are clear.
__global__ void histogram(int* out, const unsigned char* in) {
  __shared__ int bins[16];
  int tid = threadIdx.x;
  if (tid == 0) {
    memset(bins, 0, sizeof(bins));
  }
  __syncthreads();
  atomicAdd(&bins[tid % 16], (int)in[tid]);
  __syncthreads();
  if (tid < 16) {
    out[tid] = bins[tid];
  }
}
