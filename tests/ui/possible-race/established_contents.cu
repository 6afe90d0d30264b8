// What the kernel puts into an array before a barrier, and what does not follow from it.

// Changed since.
__global__ void changed(int *out, const int *in) {
    __shared__ int idx[1024];
    int t = threadIdx.x, n = blockDim.x;
    idx[t] = t;
    __syncthreads();
    if (in[0] > t) idx[t] = t / 2;
    __syncthreads();
    out[blockIdx.x * n + idx[n - 1 - t]] = in[t]; //~ RACE?
}

// Half of it is filled.
__global__ void half(int *out, const int *in) {
    __shared__ int idx[1024];
    int t = threadIdx.x, n = blockDim.x;
    if (2 * t < n) idx[t] = t;
    __syncthreads();
    out[blockIdx.x * n + idx[n - 1 - t]] = in[t]; //~ RACE?
}

// Each thread has a number of its own that only it knows.
__global__ void random(int *out, const int *in) {
    __shared__ int idx[1024];
    int t = threadIdx.x, n = blockDim.x, mine = in[t];
    idx[t] = mine;
    __syncthreads();
    out[blockIdx.x * n + idx[n - 1 - t]] = in[t]; //~ RACE?
}
