// One thread of each row draws a ticket for the block, and the rows are those of a matrix.
__global__ void drawn(int *tickets, int *sums, const int *matrix, int columns) {
    __shared__ int base;
    if (threadIdx.x == 0)
        base = atomicAdd(tickets, 256); //~ RACE
    __syncthreads();
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    atomicAdd(sums + base, matrix[row * columns + threadIdx.x]);
}
