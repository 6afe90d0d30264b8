// raceproof: --block-dim 128
// Bytes below 128, words above: the views do not overlap before the barrier.
__global__ void pack(int* out, const unsigned char* in) {
  __shared__ int words[160];
  unsigned char* bytes = reinterpret_cast<unsigned char*>(words);
  int tid = threadIdx.x;
  bytes[tid] = in[tid];
  words[32 + tid] = tid;
  __syncthreads();
  if (tid % 4 == 0) {
    out[tid / 4] = words[tid / 4] + words[32 + tid];
  }
}
