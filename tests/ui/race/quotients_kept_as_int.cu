// Rows that are kept as `int`: two places of one row write one cell. And a number of which only the low bits are kept, on purpose.
// raceproof: --block-dim 64
__global__ void one_for_each_row(float *a, long long height, long long width)
{
    long long t = (long long)blockDim.x * blockIdx.x + threadIdx.x;
    int row = t / width;
    if (row < height)
        a[row] = 1.0f * t; //~ RACE
}

__global__ void low_bits_only(unsigned *a, unsigned long long n)
{
    unsigned long long t = threadIdx.x;
    unsigned low = t * 0x80000000ull / n;
    a[low >> 31] = threadIdx.x; //~ RACE
}
