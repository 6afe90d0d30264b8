// The rows' length in the place of their number: where they differ, two threads write one element.
__global__ void scale(int planes, int rows, int columns, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= planes * rows * columns) return;
    int plane = i / rows / columns;
    int row = i / columns % rows;
    int column = i % columns;
    out[plane * (rows * columns) + row * rows + column] = in[i]; //~ RACE
}
