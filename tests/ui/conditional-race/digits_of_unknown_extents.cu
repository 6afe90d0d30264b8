// A wrong extent: rows and columns are mixed up, so that it is right for squares.
__global__ void transposed(float *out, int rows, int columns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns)
        out[i % columns * columns + i / columns] = i; //~ RACE
}
