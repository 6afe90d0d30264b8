// raceproof: --block-dim 64
// Threads 2k and 2k+1 read back the same index k.
__global__ void read_index(int* out) {
  __shared__ int a[64];
  int tid = threadIdx.x;
  a[tid] = tid / 2; //~ RACE
  int x = a[tid]; //~ RACE
  a[x] = 3 * tid; //~ RACE
  __syncthreads();
  out[tid] = a[tid];
}
