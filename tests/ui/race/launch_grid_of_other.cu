// The grid is computed from the number of columns, but the pitch is less by a margin: rows overlap.

__global__ void fill(float *out, int pitch)
{
    int row = blockIdx.y;
    for (int i = 0; i < 4; i++) {
        out[row * pitch + (blockIdx.x * 4 + i) * 64 + threadIdx.x] = i; //~ RACE
    }
}

void run(float *out, int columns, int rows)
{
    if (columns < 512) {
        return;
    }
    fill<<<dim3(columns / 256, rows), 64>>>(out, columns - 256);
}
