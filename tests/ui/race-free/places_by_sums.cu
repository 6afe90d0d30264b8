// The kernels of conditional-race/places_by_sums.cu with contracts on the contents.
#include <raceproof.h>

__global__ void compact(int *out, const int *sum, const int *flag, int n) {
    __requires_offsets(sum, n, flag);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flag[i] != 0) out[sum[i]] = i;
}

__global__ void compact_bytes(float *out, const float *in, const long long *sum, const bool *keep, int n) {
    __requires_offsets(sum, n, keep);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && keep[i]) out[sum[i]] = in[i];
}

__global__ void compact_behind(int *out, const int *upto, const int *flag, int n) {
    __requires_sums(upto, n, flag);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flag[i] == 1) out[upto[i] - 1] = i;
}

__global__ void expand(int *out, const unsigned *upto, const unsigned *count, unsigned n) {
    __requires_sums(upto, n, count);
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned first = i == 0 ? 0 : upto[i - 1];
    for (unsigned k = 0; k < count[i]; k++) out[first + k] = i;
}

__global__ void rows(float *values, const int *start, const int *length, int n) {
    __requires_offsets(start, n, length);
    int r = blockIdx.x;
    if (r >= n) return;
    for (int k = threadIdx.x; k < length[r]; k += blockDim.x) values[start[r] + k] = r;
}

__global__ void segments(float *values, const int *from, const int *to, int n) {
    __requires_intervals(from, n, to);
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= n) return;
    for (int k = from[s]; k < to[s]; k++) values[k] *= 2;
}

__global__ void segments_from_behind(float *values, const long long *from, const long long *to, int n) {
    __requires_intervals(from, n, to);
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= n) return;
    for (long long k = to[s] - 1; k >= from[s]; k--) values[k] = s;
}
