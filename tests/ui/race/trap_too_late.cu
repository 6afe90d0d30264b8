// raceproof: --block-dim 64
// What is before a trap has happened when the launch ends.
#include <assert.h>

__global__ void stored_before(int* out, int n) {
  if (n > 0) {
    out[0] = threadIdx.x;  //~ RACE
  }
  if (n > 0) {
    __trap();
  }
}

__global__ void asserted_later(int* out, int n) {
  out[threadIdx.x / n] = threadIdx.x;  //~ RACE
  assert(n == 1);
}

__global__ void other_guard(int* out, int n) {
  if (n > 1) {
    asm volatile("trap;");
  }
  if (n > 0) {
    out[0] = threadIdx.x;  //~ RACE
  }
}

__global__ void on_its_way(int* out, int n) {
  if (n > 1) {
    out[0] = threadIdx.x;  //~ RACE
    asm volatile("trap;");
  }
}

__global__ void not_in_time_for_others(int* out, int* error, int n) {
  if (threadIdx.x == n) {
    error[blockIdx.x] = 1;  //~ RACE
    __trap();
  }
  __syncwarp();
  out[blockIdx.x * 64 + threadIdx.x] = error[0];  //~ RACE
}
