// What the kernel puts into an array before a barrier, and what does not follow from it.

// Two threads have one number.
__global__ void halves(int *out, const int *in) {
    __shared__ int idx[1024];
    int t = threadIdx.x, n = blockDim.x;
    idx[t] = t / 2;
    __syncthreads();
    out[blockIdx.x * n + idx[n - 1 - t]] = in[t]; //~ RACE?
}

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

// All blocks have the same numbers.
__global__ void of_any_block(int *out, const int *in) {
    __shared__ int idx[1024];
    int t = threadIdx.x, n = blockDim.x;
    idx[t] = t;
    __syncthreads();
    out[idx[n - 1 - t]] = in[blockIdx.x]; //~ RACE?
}

// Each thread has a number of its own that only it knows.
__global__ void random(int *out, const int *in) {
    __shared__ int idx[1024];
    int t = threadIdx.x, n = blockDim.x, mine = in[t];
    idx[t] = mine;
    __syncthreads();
    out[blockIdx.x * n + idx[n - 1 - t]] = in[t]; //~ RACE?
}
