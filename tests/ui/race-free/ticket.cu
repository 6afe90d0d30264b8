// raceproof: --block-dim 64
// Each thread draws its own slot from an atomic counter.
__global__ void append(int* out, int* length) {
  __shared__ int used;
  int tid = threadIdx.x;
  if (tid == 0) {
    used = 0;
  }
  __syncthreads();
  int slot = atomicAdd(&used, 1);
  out[slot] = tid;
  __syncthreads();
  if (tid == 0) {
    *length = used;
  }
}
