// raceproof: --block-dim 64
// Two threads write one cell of a matrix of the block.
__global__ void matrix_of_a_block(float *out, int rows, int columns)
{
    int cell = threadIdx.x;
    if (cell < rows * columns)
        out[blockIdx.x * rows * columns + cell / 2] = threadIdx.x; //~ RACE
}
