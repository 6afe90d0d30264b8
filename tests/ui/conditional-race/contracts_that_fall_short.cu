// Contracts on contents that others, or more cells, would have to come to.
#include <raceproof.h>

__global__ void one_less(int *out, const int *to, int n) {
    __requires_distinct(to, n - 1);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[to[i]] = i; //~ RACE
}

__global__ void not_strictly(int *out, const int *to, int n) {
    __requires_sorted(to, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[to[i]] = i; //~ RACE
}

__global__ void another_array(int *out, const int *to, const int *other, int n) {
    __requires_distinct(other, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[to[i]] = i; //~ RACE
}

__global__ void first_map_only(int *out, const int *first, const int *second, int n) {
    __requires_permutation(first, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[second[first[i]]] = i; //~ RACE
}

__global__ void wider_range(char *grid, const int *column, int rows, int width) {
    __requires_range(column, rows, 0, width + 1);
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) grid[r * width + column[r]] = r; //~ RACE
}

// Stated where other threads are.
__global__ void elsewhere(int *out, const int *to, int n, int split) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (split < 0) {
        __requires_distinct(to, n);
        out[i] = i;
    } else {
        out[to[i]] = i; //~ RACE
    }
}
