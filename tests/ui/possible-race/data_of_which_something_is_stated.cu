// Not any input has contents of which the program states something: no execution may choose them.
#include <cassert>
#include <raceproof.h>

__global__ void sorted(int* out, const int* flag, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __requires_sorted(flag, n);
  if (flag[i] == 7)
    out[0] = i; //~ RACE
}

__global__ void asserted(int* out, const int* flag, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  assert(flag[i] + flag[0] < 10);
  if (flag[i] == 7)
    out[0] = i; //~ RACE
}
