// Contracts on sums that do not exclude the race: the flag is that of the cell before, or another one, or too few cells are meant.
#include <raceproof.h>

__global__ void one_back(int *out, const int *sum, const int *flag, int n) {
    __requires_sums(sum, n, flag);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n && flag[i - 1] != 0) out[sum[i]] = i; //~ RACE
}

__global__ void other_flag(int *out, const int *sum, const int *flag, const int *other, int n) {
    __requires_offsets(sum, n, flag);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && other[i] != 0) out[sum[i]] = i; //~ RACE
}

__global__ void too_few(int *out, const int *sum, const int *flag, int n) {
    __requires_offsets(sum, n - 1, flag);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flag[i] != 0) out[sum[i]] = i; //~ RACE
}
