// raceproof: --block-dim 256
// Two equal keys make two threads increment the same bin.
__global__ void histogram(unsigned* hist, const unsigned* key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    hist[key[i]]++; //~ RACE
  }
}
