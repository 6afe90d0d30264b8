// Pairs of cells at a distance that doubles from launch to launch, and pairs of a bitonic sort at one that is halved: both are powers of
// two. The twin is conditional-race/butterflies_by_tripling.cu.
__global__ void pairs(int *a, int n, int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2)
        return;
    int below = i & (half - 1), first = ((i - below) << 1) + below;
    a[first] = i;
    a[first + half] = -i;
}

__global__ void sorted(float *a, int n, int size, int distance)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ distance;
    if (other <= i || other >= n)
        return;
    float x = a[i], y = a[other];
    if ((x > y) == ((i & size) == 0)) {
        a[i] = y;
        a[other] = x;
    }
}

void all(int *a, float *b, int n)
{
    for (int half = 1; half < n; half <<= 1)
        pairs<<<(n / 2 + 255) / 256, 256>>>(a, n, half);
    for (int size = 2; size <= n; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2)
            sorted<<<(n + 255) / 256, 256>>>(b, n, size, distance);
}
