// raceproof: --block-dim 256

// Lanes hand on what they have read of their neighbours' cells, and write with what they are given.

__global__ void spread(unsigned *out) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = out[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x % 32) s[threadIdx.x] += __shfl_sync(0xfffffffe, s[threadIdx.x - 1], 1); //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}

__global__ void up(unsigned *out) {
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t];
    __syncthreads();
    unsigned given = __shfl_up_sync(0xffffffff, s[t ^ 1], 1); //~ BENIGN
    s[t] += given; //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}

// What is voted decides who writes, and nobody does before.
__global__ void vote(int *out) {
    __shared__ int s[256];
    unsigned t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t];
    __syncthreads();
    if (__any_sync(0xffffffff, s[t ^ 1] > 3)) s[t] = 0; //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}

// Round by round.
__global__ void rounds(float *out) {
    __shared__ float s[256];
    unsigned t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t];
    __syncthreads();
    for (int d = 1; d < 32; d *= 2) {
        float given = __shfl_xor_sync(0xffffffff, s[t ^ d], d); //~ BENIGN
        s[t] += given; //~ BENIGN
        __syncwarp();
    }
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}

// A double goes in two halves.
__global__ void halves(double *out) {
    __shared__ double s[256];
    unsigned t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t];
    __syncthreads();
    double given = __shfl_down_sync(0xffffffff, s[t ^ 1], 1); //~ BENIGN
    s[t] += given; //~ BENIGN
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}
