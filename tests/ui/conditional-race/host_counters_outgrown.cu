// Counters of loops on the host whose bits are shifted out, or that begin with the highest one. Others are in
// race/host_counters_outgrown.cu.
__global__ void by_stride(int *a, int stride)
{
    int i = threadIdx.x;
    a[i * stride] = i; //~ RACE
}

__global__ void below(int *a, int bit)
{
    int i = threadIdx.x;
    a[i < bit ? i : 0] = i; //~ RACE
}

__global__ void no_stride(int *a, int n, unsigned stride)
{
    int i = threadIdx.x;
    if (i < n)
        a[i * stride] = i; //~ RACE
}

void all(int *a, unsigned n)
{
    unsigned char stride = 1;
    for (int turn = 0; turn < 9; turn++) {
        by_stride<<<1, 256>>>(a, stride);
        stride *= 2;
    }

    for (unsigned bit = 0x80000000u; bit > 300; bit >>= 1)
        below<<<1, 256>>>(a, bit);

    // It ends after 40 turns, too.
    unsigned distance = 1;
    for (int turn = 0; turn < 40 && distance < n; turn++) {
        no_stride<<<1, 256>>>(a, 256, distance);
        distance <<= 1;
    }
}
