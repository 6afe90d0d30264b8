// What the kernel puts into an array before a barrier: an execution shows that threads meet by it.

// Two threads have one number.
__global__ void halves(int *out, const int *in) {
    __shared__ int idx[1024];
    int t = threadIdx.x, n = blockDim.x;
    idx[t] = t / 2;
    __syncthreads();
    out[blockIdx.x * n + idx[n - 1 - t]] = in[t]; //~ RACE
}

// All blocks have the same numbers.
__global__ void of_any_block(int *out, const int *in) {
    __shared__ int idx[1024];
    int t = threadIdx.x, n = blockDim.x;
    idx[t] = t;
    __syncthreads();
    out[idx[n - 1 - t]] = in[blockIdx.x]; //~ RACE
}
