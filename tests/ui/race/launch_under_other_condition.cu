// Numbers in rows of groups of four, launched where four do not divide the columns.

struct Four {
    float of[4];
};

__global__ void number(float *out, int columns)
{
    for (int i = threadIdx.x * 4; i < columns; i += blockDim.x * 4) {
        Four four = {{(float)blockIdx.x, (float)i, 1, 2}};
        *(Four *)(out + blockIdx.x * columns + i) = four; //~ RACE
    }
}

void run(float *out, int rows, int columns, int threads)
{
    if (columns % 4 != 0) {
        number<<<rows, threads>>>(out, columns);
    }
}
