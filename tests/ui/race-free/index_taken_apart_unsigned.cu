// As with signed numbers, and with four parts.
__global__ void scale(unsigned images, unsigned planes, unsigned rows, unsigned columns, const float *in, float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= images * planes * rows * columns) return;
    unsigned column = i % columns;
    unsigned row = i / columns % rows;
    unsigned plane = i / columns / rows % planes;
    unsigned image = i / columns / rows / planes;
    out[((image * planes + plane) * rows + row) * columns + column] = 2.0f * in[i];
}
