// What a number was divided into, in whatever order, makes the number again when it is put together.
__global__ void scale(int planes, int rows, int columns, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= planes * rows * columns) return;
    int plane = i / rows / columns;
    int row = i / columns % rows;
    int column = i % columns;
    out[plane * (rows * columns) + row * columns + column] = 2.0f * in[i];
}
