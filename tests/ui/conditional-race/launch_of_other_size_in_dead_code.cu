// The launch that is seen stands in code that is never executed, with the size that the other one has.

template <int SIZE> __global__ void transposed(float *out, const float *in, int width) {
    __shared__ float tile[SIZE][SIZE];
    int x = blockIdx.x * SIZE + threadIdx.x;
    int y = blockIdx.y * SIZE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    out[(blockIdx.x * SIZE + threadIdx.y) * width + blockIdx.y * SIZE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  //~ RACE
}

void transpose(float *out, const float *in, int width) {
    int size = 32;
    dim3 block(size, size);
    dim3 grid(width / size, width / size);
    if (size == 16) {
        transposed<16><<<grid, block>>>(out, in, width);
    }
}
