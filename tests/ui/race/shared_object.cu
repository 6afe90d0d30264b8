// raceproof: --block-dim 64
// Read before all threads have cleared their cells.
struct Counters {
  int cells[64];
  int total;
  __device__ Counters() : total(0) {}
  __device__ void set(int at) { cells[at] = at; } //~ RACE
};

__global__ void count(int* out) {
  __shared__ Counters counters;
  counters.set(threadIdx.x);
  out[blockIdx.x * 64 + threadIdx.x] = counters.cells[63 - threadIdx.x]; //~ RACE
}
