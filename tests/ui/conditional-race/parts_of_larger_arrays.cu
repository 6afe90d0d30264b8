// What is copied into a larger array: the larger one has to have room for each row, and sizes by which a number is divided are positive.
__global__ void padded(const float *in, float *out, int images, int h, int w, int top, int left, int height, int width)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < images * h * w; i += blockDim.x * gridDim.x) {
        int x = i % w, y = i / w % h, image = i / w / h;
        out[(image * height + y + top) * width + x + left] = in[i]; //~ RACE
    }
}

__global__ void joined(int n, const float *in, int size, int all, int some, int offset, float *out)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int total = size * some, outer = i / total, rest = i % total;
        out[rest + (outer * all + offset) * size] = in[i]; //~ RACE
    }
}

__global__ void ghosts(float *a, int width, int height)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= height)
        return;
    float *row = a + y * width;
    row[0] = row[width - 2]; //~ RACE
    row[width - 1] = row[1]; //~ RACE
}
