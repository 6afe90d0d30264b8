// Without the row threads write one element that differ in nothing else.
__global__ void scale(int planes, int rows, int columns, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= planes * rows * columns) return;
    int plane = i / columns / rows;
    int column = i % columns;
    out[plane * columns + column] = in[i]; //~ RACE
}
