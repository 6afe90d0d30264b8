// Threads meet where the array has not begun.
__global__ void before(const int *in, int *out)
{
    extern __shared__ int s[];
    int i = (int)threadIdx.x - 2;
    s[i < 0 ? -1 : i] = in[threadIdx.x]; //~ RACE?
    __syncthreads();
    out[threadIdx.x] = s[0];
}
