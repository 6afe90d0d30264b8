// raceproof: --block-dim 64 -arch=sm_90a
// The elected lanes of two warps write one cell.
#include <stdint.h>

__device__ bool elected() {
  uint32_t chosen = 0, lane = 0;
  asm volatile(
      "{ .reg .b32 %%rx; .reg .pred %%px; elect.sync %%rx|%%px, %2; @%%px mov.s32 %1, 1; mov.s32 %0, %%rx; }"
      : "+r"(lane), "+r"(chosen)
      : "r"(0xFFFFFFFF));
  return chosen != 0;
}

__global__ void once(int* out) {
  if (elected()) out[0] = threadIdx.x;  //~ RACE
}
