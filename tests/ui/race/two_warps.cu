// The threads that are shown are of different warps where such race.

__global__ void any(float *out, const float *in) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    s[t] = in[blockIdx.x * n + t]; //~ RACE
    out[blockIdx.x * n + t] = s[n - 1 - t]; //~ RACE
}

// Neighbours within a warp only: a barrier of the warp is enough.
__global__ void neighbours(float *out, const float *in) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    s[t] = in[blockIdx.x * n + t]; //~ RACE
    out[blockIdx.x * n + t] = s[t ^ 1]; //~ RACE
}

// With a barrier of the warp that comes too late, pairs of one warp are looked at by themselves.
__global__ void too_late(float *out, const float *in) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    s[t] = in[blockIdx.x * n + t]; //~ RACE
    float read = s[t ^ 1]; //~ RACE
    __syncwarp();
    out[blockIdx.x * n + t] = read + s[t ^ 2];
}

// As before, and lanes of other warps meet, too.
__global__ void too_late_for_others(float *out, const float *in) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x, n = blockDim.x;
    s[t] = in[blockIdx.x * n + t]; //~ RACE
    float read = s[n - 1 - t]; //~ RACE
    __syncwarp();
    out[blockIdx.x * n + t] = read + s[t ^ 2];
}
void run(float *out, const float *in) {
    any<<<4, 256>>>(out, in);
    neighbours<<<4, 256>>>(out, in);
    too_late<<<4, 256>>>(out, in);
    too_late_for_others<<<4, 256>>>(out, in);
}
