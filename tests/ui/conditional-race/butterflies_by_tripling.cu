// Pairs of cells at a distance that triples from launch to launch: it is no power of two. The twin is race-free/butterflies_by_doubling.cu.
__global__ void pairs(int *a, int n, int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    int below = i & (half - 1), first = ((i - below) << 1) + below;
    a[first] = i; //~ RACE
    a[first + half] = -i; //~ RACE
}

void all(int *a, int n)
{
    for (int half = 1; half < n; half *= 3)
        pairs<<<(n / 2 + 255) / 256, 256>>>(a, n, half);
}
