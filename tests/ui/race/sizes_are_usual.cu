// What happens where a size is more than a little.
__global__ void huge(int *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[n > 5000 ? i / 2 : i] = i; //~ RACE
}

__global__ void some(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n || n <= 0) out[n > 10 ? 0 : i] = i; //~ RACE
}
