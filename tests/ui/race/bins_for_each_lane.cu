// A bin for each lane: blocks have more than one warp.
__global__ void masked(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t & 31] = in[t]; //~ RACE
    __syncthreads();
    out[t] = s[(t + 1) & 31];
}

// That there are groups of 64 threads says that there are several.
__global__ void grouped(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x, group = t / 64;
    if (group < 4) s[t % 64] = in[t]; //~ RACE
    __syncthreads();
    out[t] = s[(t + 1) % 64];
}

// So does a part of the threads that is told from the rest.
__global__ void halving(const int *in, int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t & 255] = in[t]; //~ RACE?
    __syncthreads();
    if (t < 64) s[t] += s[t + 64]; //~ RACE
    if (t < 32) out[t] = s[t] + s[t + 32]; //~ RACE
}
