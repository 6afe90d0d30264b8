// What the kernel itself puts into an array before a barrier needs no contract.

__global__ void reverse(int *out, const int *in) {
    __shared__ int idx[1024];
    int t = threadIdx.x, n = blockDim.x;
    idx[t] = t;
    __syncthreads();
    out[blockIdx.x * n + idx[n - 1 - t]] = in[t];
}

// Filled in the other direction, in 16 bits, with every second number.
__global__ void spread(int *out, const int *in) {
    __shared__ unsigned short idx[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    if (t < n) idx[n - 1 - t] = 2 * t;
    __syncthreads();
    out[2 * blockIdx.x * n + idx[t]] = in[t];
}

// Round by round.
__global__ void rounds(int *out, const int *in, int m) {
    __shared__ int idx[1024];
    int t = threadIdx.x, n = blockDim.x;
    idx[t] = n - 1 - t;
    __syncthreads();
    for (int i = 0; i < m; i++) {
        out[blockIdx.x * n + idx[t]] += in[i];
        __syncthreads();
    }
}
