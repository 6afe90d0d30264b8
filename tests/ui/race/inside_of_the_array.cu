// Threads meet in one cell.
__global__ void behind(const int *in, int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t < 100 ? t : 100] = in[t]; //~ RACE
    __syncthreads();
    out[t] = s[t & 255];
}

__global__ void before(const int *in, int *out, int skipped)
{
    extern __shared__ int s[];
    int i = (int)threadIdx.x - skipped;
    s[i < 0 ? 0 : i] = in[threadIdx.x]; //~ RACE
    __syncthreads();
    out[threadIdx.x] = s[0];
}
