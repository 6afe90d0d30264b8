// Arguments that the host passes by an array of their addresses are known as others are. The twin is conditional-race/explicit_launches.cu.
__global__ void rows(float *a, int width, int height, int pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height)
        a[y * pitch + x] = x;
}

__global__ void layers(float *a, int size, int layer)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size)
        a[blockIdx.y * layer + i] = i;
}

__global__ void stride(float *a, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i * by] = i;
}

void all(float *a, int width, int height)
{
    int pitch = width + 3;
    void *of_rows[] = {&a, &width, &height, &pitch};
    cudaLaunchKernel((const void *)rows, dim3((width + 127) / 128, height), dim3(128), of_rows, 0, 0);

    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(10, 4);
    config.blockDim = dim3(128);
    cudaLaunchKernelEx(&config, layers, a, width, width);

    int by = 2;
    void *of_stride[] = {&a, &width, &by};
    cudaLaunchCooperativeKernel((const void *)stride, dim3(16), dim3(128), of_stride, 0, 0);
}
