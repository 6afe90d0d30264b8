// The host puts several short rows into a block, and the kernel takes a block for one row.
__global__ void doubled(float *m, int columns) {
    int row = blockIdx.x + threadIdx.y;
    if (threadIdx.x < columns)
        m[row * columns + threadIdx.x] *= 2; //~ RACE
}

void run(float *m, int rows, int columns) {
    int threads = columns > 128 ? 128 : columns;
    int together = columns > 128 ? 1 : 128 / threads;
    if (columns < 128)
        doubled<<<rows, dim3(threads, together)>>>(m, columns);
}
