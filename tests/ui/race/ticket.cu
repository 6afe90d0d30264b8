// raceproof: --block-dim 64
// The counter is incremented without an atomic.
__global__ void append(int* out, int* length) {
  __shared__ int used;
  int tid = threadIdx.x;
  if (tid == 0) {
    used = 0;
  }
  __syncthreads();
  int slot = used++; //~ RACE
  out[slot] = tid; //~ RACE?
  __syncthreads();
  if (tid == 0) {
    *length = used;
  }
}
