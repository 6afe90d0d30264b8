// Rows of groups of four, launched where four do not divide the columns.

struct Four {
    float of[4];
};

__global__ void clear(float *out, int columns)
{
    for (int i = threadIdx.x * 4; i < columns; i += blockDim.x * 4) {
        *(Four *)(out + blockIdx.x * columns + i) = Four(); //~ RACE
    }
}

void run(float *out, int rows, int columns, int threads)
{
    if (columns % 4 != 0) {
        clear<<<rows, threads>>>(out, columns);
    }
}
