// Places that are sums of counts: where each thread that has something begins, or where what it has ends.
__global__ void compact(int *out, const int *sum, const int *flag, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flag[i] != 0) out[sum[i]] = i; //~ RACE
}

__global__ void compact_bytes(float *out, const float *in, const long long *sum, const bool *keep, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && keep[i]) out[sum[i]] = in[i]; //~ RACE
}

__global__ void compact_behind(int *out, const int *upto, const int *flag, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flag[i] == 1) out[upto[i] - 1] = i; //~ RACE
}

// The first one begins at 0.
__global__ void expand(int *out, const unsigned *upto, const unsigned *count, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned first = i == 0 ? 0 : upto[i - 1];
    for (unsigned k = 0; k < count[i]; k++) out[first + k] = i; //~ RACE
}

__global__ void rows(float *values, const int *start, const int *length, int n) {
    int r = blockIdx.x;
    if (r >= n) return;
    for (int k = threadIdx.x; k < length[r]; k += blockDim.x) values[start[r] + k] = r; //~ RACE
}

__global__ void segments(float *values, const int *from, const int *to, int n) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= n) return;
    for (int k = from[s]; k < to[s]; k++) values[k] *= 2; //~ RACE
}

__global__ void segments_from_behind(float *values, const long long *from, const long long *to, int n) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= n) return;
    for (long long k = to[s] - 1; k >= from[s]; k--) values[k] = s; //~ RACE
}
