// raceproof: --block-dim 64
// What was written by one name is read by the other.
__device__ int* words_of() {
  extern __shared__ int own_words[];
  return own_words;
}

__device__ unsigned* bits_of() {
  extern __shared__ unsigned own_bits[];
  return own_bits;
}

__global__ void forwarded(int* out) {
  int t = threadIdx.x;
  words_of()[t] = 1;
  bits_of()[t] = 0;
  if (words_of()[t] == 0) return;
  out[0] = t;
}

__global__ void beside_others(int* out) {
  extern __shared__ int words[];
  __shared__ int own[64];
  int t = threadIdx.x;
  words[t] = t;
  own[63 - t] = t;
  out[blockIdx.x * 64 + t] = words[t];
}
