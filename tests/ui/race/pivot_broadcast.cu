// raceproof: --block-dim 64 --param rows=8
// The next pivot is stored while slower threads still divide by this one.
__global__ void divide(float* a, int rows) {
  __shared__ float pivot;
  int tid = threadIdx.x;
  for (int r = 0; r < rows; r++) {
    if (tid == r) {
      pivot = a[r * 64 + tid]; //~ RACE
    }
    __syncthreads();
    a[r * 64 + tid] /= pivot; //~ RACE
  }
}
