// Pairs of cells at a distance that the host chooses: it has to be a power of two.
__global__ void pairs(int *a, int n, int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    int below = i & (half - 1), first = ((i - below) << 1) + below;
    a[first] = i; //~ RACE
    a[first + half] = -i; //~ RACE
}
