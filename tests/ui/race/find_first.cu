// raceproof: --block-dim 64
// Several threads may find the key in their own chunk.
__global__ void find(int* found, const int* data, int chunk, int key) {
  int begin = threadIdx.x * chunk;
  for (int k = begin; k < begin + chunk; k++) {
    if (data[k] == key) {
      found[0] = k; //~ RACE
      break;
    }
  }
}
