// The kernels of conditional-race/contents_of_indices.cu with contracts on the contents.
#include <raceproof.h>

__global__ void permute(float *out, const float *in, const int *to, int n) {
    __requires_distinct(to, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[to[i]] = in[i];
}

__global__ void permute_twice(int *out, const int *first, const int *second, int n) {
    __requires_permutation(first, n);
    __requires_distinct(second, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[second[first[i]]] = i;
}

__global__ void rows_by_thread(float *values, const int *row, int rows) {
    __requires_sorted(row, rows + 1);
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        for (int k = row[r]; k < row[r + 1]; k++) values[k] = r;
    }
}

__global__ void rows_by_block(float *values, const int *row) {
    __requires_sorted(row, gridDim.x + 1);
    int last = row[blockIdx.x + 1];
    for (int k = row[blockIdx.x] + threadIdx.x; k < last; k += blockDim.x) values[k] = blockIdx.x;
}

__global__ void scan_segments(int *a, const int *offset, int segments) {
    __requires_sorted(offset, segments + 1);
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments) return;
    int sum = 0;
    for (int k = offset[s]; k < offset[s + 1]; k++) {
        sum += a[k];
        a[k] = sum;
    }
}

__global__ void first_of_key(int *first, const int *key, int n) {
    __requires_sorted(key, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (i == 0 || key[i] != key[i - 1])) first[key[i]] = i;
}

__global__ void work(float *x, const unsigned *list, unsigned items) {
    __requires_increasing(list, items);
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < items) x[list[i]] = i;
}

__global__ void hook(int *parent, const int *from, const int *to, int edges) {
    __requires_distinct(from, edges);
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < edges && to[e] < from[e]) parent[from[e]] = to[e];
}

__global__ void in_rows(char *grid, const int *column, int rows, int width) {
    __requires_range(column, rows, 0, width);
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) grid[r * width + column[r]] = r;
}

__global__ void reordered(float *y, const float *x, const short *order, const int *row, int n) {
    __requires_distinct(order, n);
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    float sum = 0;
    for (int k = row[r]; k < row[r + 1]; k++) sum += x[k];
    y[order[r]] = sum;
}

// All blocks write the part that one number says.
__global__ void at_one_place(int *out, const int *start, int n) {
    __requires_equal(start, gridDim.x);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[start[blockIdx.x] + i] = i;
}

// A part of an array.
__global__ void from_the_middle(int *out, const int *to, int n) {
    __requires_distinct(to + 16, n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[to[i + 16]] = i;
}

// What only some threads rely on is said where they are.
__global__ void by_some(int *out, const int *to, int n, bool scattered) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (scattered) {
        __requires_distinct(to, n);
        out[to[i]] = i;
    } else {
        out[i] = i;
    }
}

// Unsigned numbers of memory may be the last ones there are.
__global__ void unsigned_segments(int *a, const unsigned *offset, int segments) {
    __requires_sorted(offset, segments + 1);
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments) return;
    int sum = 0;
    for (unsigned k = offset[s]; k < offset[s + 1]; k++) {
        sum += a[k];
        a[k] = sum;
    }
}
