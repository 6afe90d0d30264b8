// Strides in bytes that are divided by the size of a number, in 64 bits: what a contract would have to say is not found, and the race is no error.
__global__ void planes(const float *in, float *out, int column, int row, int plane, long long rows)
{
    float *block = (float *)((char *)out + blockIdx.x * plane + blockIdx.y * 128 * column);
    const int step = row / sizeof(float);
    for (long long i = 0; i < rows; i++)
        block[i * step + threadIdx.x] = in[i] + threadIdx.x; //~ RACE?
}

void run(const float *in, float *out, int column, int row, int plane, long long rows, int sets, long long wide)
{
    if (rows <= 32)
        planes<<<dim3(sets, (wide + 127) / 128), 128>>>(in, out, column, row, plane, rows);
}
