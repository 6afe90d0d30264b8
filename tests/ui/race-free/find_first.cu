// Each thread records the position in a cell of its own.
__global__ void find(int* found, const int* data, int chunk, int key) {
  int begin = threadIdx.x * chunk;
  for (int k = begin; k < begin + chunk; k++) {
    if (data[k] == key) {
      found[threadIdx.x] = k;
      break;
    }
  }
}
