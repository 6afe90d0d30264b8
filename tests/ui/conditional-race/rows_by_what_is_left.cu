// Row and column of a number by a quotient and what it leaves: the rows of the copy have to be as long.
__global__ void copy_rows(const float *from, float *to, unsigned rows, unsigned columns, unsigned to_pitch) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * columns) {
        return;
    }
    unsigned row = i / columns, column = i - columns * row;
    to[row * to_pitch + column] = from[i]; //~ RACE
}
__global__ void copy_rows_signed(const float *from, float *to, int rows, int columns, int to_pitch) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns) {
        int row = i / columns, column = i % columns;
        to[row * to_pitch + column] = from[i]; //~ RACE
    }
}
