// Another block's part of an array is read, which that block may not have filled yet.
__global__ void of_next_block(int *out, int *idx) {
    int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n;
    idx[first + t] = first + t; //~ RACE
    __syncthreads();
    out[first + t] = idx[first + n + t]; //~ RACE
}

// The barrier is missing.
__global__ void no_barrier(int *out, const int *in) {
    __shared__ int idx[1024];
    int t = threadIdx.x, n = blockDim.x;
    idx[t] = t; //~ RACE
    out[blockIdx.x * n + t] = in[idx[n - 1 - t]]; //~ RACE
}
