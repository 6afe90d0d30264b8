// raceproof: --block-dim 256

// Exchanges that keep nothing apart.

// The read is behind the exchange, which the write comes before.
__global__ void behind(unsigned *out) {
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t]; //~ RACE
    unsigned given = __shfl_sync(0xffffffff, s[t], 1);
    out[blockIdx.x * 256 + t] = given + s[t ^ 1]; //~ RACE
}

// Another value is exchanged than the one that is read.
__global__ void not_given(unsigned *out) {
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t];
    __syncthreads();
    unsigned other = s[t ^ 1]; //~ RACE
    unsigned given = __shfl_sync(0xffffffff, t * 3, 1);
    s[t] = given + other; //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}

// What is written does not wait for the exchange.
__global__ void not_needed(unsigned *out) {
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t];
    __syncthreads();
    unsigned given = __shfl_up_sync(0xffffffff, s[t ^ 1], 1); //~ RACE
    s[t] = t; //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t] + given;
}

// The cell of another warp is read.
__global__ void of_other_warp(unsigned *out) {
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t];
    __syncthreads();
    if (t > 0) s[t] += __shfl_sync(t < 32 ? 0xfffffffe : 0xffffffff, s[t - 1], 1); //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}

// The mask names half of the warp, and the cell is of the other.
__global__ void of_other_half(unsigned *out) {
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t];
    __syncthreads();
    unsigned mask = t % 32 < 16 ? 0xffff : 0xffff0000;
    unsigned given = __shfl_sync(mask, s[t ^ 16], t % 32 & 16); //~ RACE
    s[t] += given; //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}

// The next round reads what lanes may be writing still.
__global__ void next_round(float *out) {
    __shared__ float s[256];
    unsigned t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t];
    __syncthreads();
    for (int d = 1; d < 32; d *= 2) {
        float given = __shfl_xor_sync(0xffffffff, s[t ^ d], d); //~ RACE
        s[t] += given; //~ RACE
    }
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}

// Only the other half hands on what it reads.
__global__ void chosen(unsigned *out, unsigned n) {
    __shared__ unsigned s[256];
    unsigned t = threadIdx.x;
    s[t] = out[blockIdx.x * 256 + t];
    __syncthreads();
    unsigned read = s[t ^ 1]; //~ RACE
    unsigned given = __shfl_up_sync(0xffffffff, t < n ? read : t, 1);
    s[t] = given + read; //~ RACE
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}
