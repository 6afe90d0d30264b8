#include "__clang_sums.h"

__global__ void pairs(const int *values, int *sums) {
    if (threadIdx.x % 32 < 20) {
        sums[threadIdx.x] = sum_of_two(values[threadIdx.x]); //~ DIVERGENT
    }
}
