// A matrix, an image or a list for each block: how the product of its extents is put together does not matter.
__global__ void matrix_of_a_block(float *out, int rows, int columns)
{
    int cell = threadIdx.x;
    if (cell < rows * columns)
        out[blockIdx.x * rows * columns + cell] += 1.0f;
}

__global__ void squares(float *out, int n)
{
    float *own = out + (size_t)blockIdx.x * n * n;
    for (int cell = threadIdx.x; cell < n * n; cell += blockDim.x)
        own[cell] += 1.0f;
}

__global__ void channels_last(float *out, int height, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 3 * height * width)
        return;
    int channel = i / (height * width), place = i % (height * width);
    out[place * 3 + channel] += 1.0f;
}

__global__ void four_digits(float *out, int images, int channels, int height, int width)
{
    int n = images * channels * height * width;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int x = i % width, y = i / width % height;
        int channel = i / (width * height) % channels, image = i / (width * height * channels);
        out[((image * height + y) * width + x) * channels + channel] += 1.0f;
    }
}

__global__ void in_the_middle(float *out, int width, int height, int pitch, int slice)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (pitch >= width && slice >= pitch * height && x < width && y < height)
        out[blockIdx.z * slice + (y + 3) * pitch + x] += 1.0f;
}
