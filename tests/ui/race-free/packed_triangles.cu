// Distances of all pairs, each stored once: the rows of a triangle one behind the other.
__global__ void below_the_diagonal(float *d, const float *x, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < i) d[i * (i - 1) / 2 + j] = x[i] - x[j];
}
__global__ void with_the_diagonal(float *d, const float *x, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j <= i) d[i * (i + 1) / 2 + j] = x[i] - x[j];
}
__global__ void long_below(float *d, const float *x, unsigned n) {
    unsigned i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < i) d[(size_t)i * (i - 1) / 2 + j] = x[i] - x[j];
}
__global__ void above_the_diagonal(float *d, const float *x, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n && j > i) d[i * n - i * (i + 1) / 2 + j - i - 1] = x[i] - x[j];
}
__global__ void above_with_the_diagonal(float *d, const float *x, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n && j >= i) d[i * n - i * (i - 1) / 2 + j - i] = x[i] - x[j];
}
__global__ void row_by_row(float *d, const float *x, int n) {
    int i = blockIdx.x;
    for (int j = i + 1 + threadIdx.x; j < n; j += blockDim.x) d[n * i + j - ((i + 2) * (i + 1)) / 2] = x[i] - x[j];
}
__global__ void shrinking_rows(float *d, const float *x, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < j && j < n) d[i * (2 * n - i - 1) / 2 + j - i - 1] = x[i] - x[j];
}
__global__ void unpacked(float *full, const float *packed, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j <= i) {
        float v = packed[i * (i + 1) / 2 + j];
        full[i * n + j] = v;
        full[j * n + i] = v;
    }
}
