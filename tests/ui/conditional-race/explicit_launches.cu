// Arguments that are read when the launch is made: what was there before is not passed. The twin is race-free/explicit_launches.cu.
__global__ void rows(float *a, int width, int height, int pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height)
        a[y * pitch + x] = x; //~ RACE
}

__global__ void stride(float *a, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i * by] = i; //~ RACE
}

void all(float *a, int width, int height, int other)
{
    int pitch = width + 3, by = 2;
    void *of_rows[] = {&a, &width, &height, &pitch};
    pitch = other;
    cudaLaunchKernel((const void *)rows, dim3((width + 127) / 128, height), dim3(128), of_rows, 0, 0);

    void *of_stride[] = {&a, &width, &by};
    for (; by > -3; by--)
        cudaLaunchCooperativeKernel((const void *)stride, dim3(16), dim3(128), of_stride, 0, 0);
}
