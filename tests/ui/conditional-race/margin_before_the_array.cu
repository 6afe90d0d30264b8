// Threads meet where the array has not begun, if more than one lies before it. The twin is possible-race/outside_of_the_array.cu.
__global__ void before(const int *in, int *out, int skipped)
{
    extern __shared__ int s[];
    int i = (int)threadIdx.x - skipped;
    s[i < 0 ? -1 : i] = in[threadIdx.x]; //~ RACE
    __syncthreads();
    out[threadIdx.x] = s[0];
}
