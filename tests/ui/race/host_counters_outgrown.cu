// Counters of loops on the host whose bits are shifted out, or that begin with the highest one. Others are in
// conditional-race/host_counters_outgrown.cu.
__global__ void largest(int *a, unsigned bit)
{
    if (bit < 0x50000000u)
        a[0] = threadIdx.x; //~ RACE
    else
        a[threadIdx.x + blockIdx.x * blockDim.x] = bit;
}

__global__ void highest(int *a, unsigned bit)
{
    if (bit >> 31)
        a[0] = threadIdx.x; //~ RACE
    else
        a[threadIdx.x + blockIdx.x * blockDim.x] = bit;
}

__global__ void several(int *a, int bits)
{
    if (bits & (bits - 1))
        a[0] = threadIdx.x; //~ RACE
    else
        a[threadIdx.x + blockIdx.x * blockDim.x] = bits;
}

void all(int *a, int m)
{
    for (unsigned bit = 0x50000000u; bit; bit <<= 1)
        largest<<<4, 256>>>(a, bit);

    for (unsigned bit = 3; bit; bit <<= 1) {
        if ((int)(bit & m) > 5)
            a[0] = 0;
        highest<<<4, 256>>>(a, bit);
    }

    for (int bits = 0x80000000; bits; bits /= 2)
        several<<<4, 256>>>(a, bits);
}
