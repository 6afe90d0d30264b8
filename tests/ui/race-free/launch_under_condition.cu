// Rows of vectors of four: the host launches this only where four divide the columns.

__global__ void clear(float *out, int columns)
{
    for (int i = threadIdx.x * 4; i < columns; i += blockDim.x * 4) {
        *(float4 *)(out + blockIdx.x * columns + i) = make_float4(0, 0, 0, 0);
    }
}

void run(float *out, int rows, int columns, int threads)
{
    if (columns % 4 == 0) {
        clear<<<rows, threads>>>(out, columns);
    }
}
