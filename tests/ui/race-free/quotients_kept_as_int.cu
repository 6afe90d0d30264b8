// Places are counted with 64 bits, and rows and columns are kept as `int`: that they fit is index arithmetic that does not wrap.
__global__ void rows(float *a, long long height, long long width)
{
    long long t = (long long)blockDim.x * blockIdx.x + threadIdx.x;
    int row = t / width, column = t % width;
    if (row >= height || column >= width)
        return;
    a[row * width + column] = 1.0f * t;
}

__global__ void rows_of_sizes(float *a, size_t height, size_t width)
{
    size_t t = (size_t)blockDim.x * blockIdx.x + threadIdx.x;
    unsigned row = t / width, column = t % width;
    if (row < height)
        a[row * width + column] = 1.0f * t;
}

__global__ void planes_turned(float *a, size_t total, int height, int width)
{
    for (size_t t = (size_t)blockDim.x * blockIdx.x + threadIdx.x; t < total; t += blockDim.x * gridDim.x) {
        int x = t % width, y = t / width % height, plane = t / (width * height);
        a[(plane * width + x) * height + y] = 1.0f * t;
    }
}

__global__ void rest_by_difference(float *a, size_t total, int width)
{
    size_t t = (size_t)blockDim.x * blockIdx.x + threadIdx.x;
    if (t >= total)
        return;
    int row = t / width;
    int column = t - row * width;
    a[row * width + column] = 1.0f * t;
}
