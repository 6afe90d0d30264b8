// raceproof: --block-dim 64
// nvcc does not run the constructor of a shared object: it is storage, until `clear` is called.
struct Counters {
  int cells[64];
  int total;
  __device__ Counters() : total(0) {}
  __device__ void clear(int at) { cells[at] = 0; }
};

__global__ void count(int* out) {
  __shared__ Counters counters;
  __shared__ Counters pair[2];
  counters.clear(threadIdx.x);
  pair[threadIdx.x / 32].clear(threadIdx.x % 32);
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = counters.cells[63 - threadIdx.x] + pair[0].cells[threadIdx.x % 32];
}
