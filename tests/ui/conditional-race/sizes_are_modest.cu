// What happens only where a size is none, or huge.
__global__ void huge(int *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[n > 500000000 ? i / 2 : i] = i; //~ RACE
}

__global__ void none(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n || n <= 0) out[n > 0 ? i : 0] = i; //~ RACE
}
