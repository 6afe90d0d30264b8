// Indices are taken apart by extents that nobody knows, and put together again in another order: no two are the same.
__global__ void transposed(float *out, int rows, int columns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns)
        out[i % columns * rows + i / columns] = i;
}

__global__ void permuted(float *out, int a, int b, int c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a * b * c) {
        int z = i % c, y = i / c % b, x = i / (b * c);
        out[(z * a + x) * b + y] = i;
    }
}

__global__ void channels_last(float *out, int images, int channels, int height, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < images * channels * height * width) {
        int x = i % width, y = i / width % height;
        int channel = i / (width * height) % channels, image = i / (width * height * channels);
        out[((image * height + y) * width + x) * channels + channel] = i;
    }
}

// The parts of an index make it again, also where each is computed from what the others leave.
__global__ void masked(float *out, int rows, int columns, int batch) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < batch * rows * columns; i += blockDim.x * gridDim.x) {
        int column = i % columns;
        int row = (i - column) / columns % rows;
        int of = (i - columns * row - column) / (rows * columns);
        out[rows * columns * of + columns * row + column] = column < row ? 0 : i;
    }
}

// Each thread has a column of nine cells, one behind each other in steps of an image.
__global__ void columns(float *out, int images, int channels, int height, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < width * height * channels * images) {
        int x = i % width, y = i / width % height;
        int channel = i / width / height % channels, image = i / width / height / channels % images;
        float *at = out + ((image * channels * 9 + channel * 9) * height + y) * width + x;
        for (int j = 0; j < 9; j++, at += height * width)
            *at = i + j;
    }
}
