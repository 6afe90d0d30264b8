// raceproof: --block-dim 64
// All arrays of dynamic shared memory are one: what is read by one name was written by another.
__device__ int* words_of() {
  extern __shared__ int own_words[];
  return own_words;
}

template <typename T>
__device__ T* of_type() {
  extern __shared__ T of_template[];
  return of_template;
}

__global__ void forwarded(int* out) {
  int t = threadIdx.x;
  words_of()[t] = 1;
  of_type<unsigned>()[t] = 0;
  if (words_of()[t] == 1) return;
  out[0] = t; //~ RACE
}
