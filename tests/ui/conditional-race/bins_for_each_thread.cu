// A bin for each thread of a block that has no more threads than there are bins.
__global__ void masked(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t & 63] = in[t]; //~ RACE
    __syncthreads();
    out[t] = s[(t + 1) & 63];
}

__global__ void wrapped(const int *in, int *out)
{
    __shared__ int s[96];
    int t = threadIdx.x;
    s[t % 96] = in[t]; //~ RACE
    __syncthreads();
    out[t] = s[(t + 1) % 96];
}
