// Contracts on contents under which there is a race all the same.
#include <raceproof.h>

// One row ends where the next one begins, and both write there.
__global__ void closed_rows(float *values, const int *row, int rows) {
    __requires_sorted(row, rows + 1);
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        for (int k = row[r]; k <= row[r + 1]; k++) values[k] = r; //~ RACE
    }
}

// The contract is about what is read, and not about what is added to it.
__global__ void beside(int *out, const int *to, int n) {
    __requires_distinct(to, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[to[i] + (i & 1)] = i; //~ RACE
}

// Distinct numbers need not be so modulo anything.
__global__ void hashed(int *out, const unsigned *key, int n) {
    __requires_distinct(key, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[key[i] % 64] = i; //~ RACE
}

// Two cells for each.
__global__ void wide_cells(int *out, const int *to, int n) {
    __requires_increasing(to, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[to[i]] = i; //~ RACE
        out[to[i] + 1] = i; //~ RACE
    }
}

// As bytes the array holds other numbers.
__global__ void by_bytes(int *out, const int *to, int n) {
    __requires_distinct(to, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned char *bytes = (const unsigned char *)to;
    if (i < n) out[bytes[i]] = i; //~ RACE
}
