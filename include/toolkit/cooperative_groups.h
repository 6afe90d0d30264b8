// The barrier of the grid, which the toolkit writes with an atomic and a loop that waits. The toolkit's own function takes a
// pointer to what is volatile, so that this one is called.
#pragma once
#pragma clang system_header

extern "C" __device__ void __raceproof_grid_sync();

namespace cooperative_groups {
namespace __v1 {
namespace details {
static __device__ __forceinline__ void sync_grids(unsigned int *) { __raceproof_grid_sync(); }
}
}
}

#include_next <cooperative_groups.h>
