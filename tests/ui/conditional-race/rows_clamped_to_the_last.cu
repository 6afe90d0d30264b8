// Rows behind the last one are taken from its place, and stored there: several threads write what one of them has read.
struct Packed {
    short scale;
    unsigned char numbers[16];
};
__global__ void tile_of_numbers(const float *a, float *out, int rows, int pitch) {
    __shared__ float tile[32 * 33];
    const int first = blockIdx.x * 32;
    for (int i0 = 0; i0 < 32; i0 += 4) {
        const int i = min(i0 + (int)threadIdx.y, rows - first - 1);
        tile[i * 33 + threadIdx.x] = a[(first + i) * pitch + threadIdx.x]; //~ RACE
    }
    __syncthreads();
    for (int i0 = 0; i0 < 32; i0 += 4) {
        const int i = i0 + threadIdx.y;
        if (first + i < rows) {
            out[(first + i) * 32 + threadIdx.x] = tile[i * 33 + (threadIdx.x + 1) % 32]; //~ RACE
        }
    }
}
// Where they are read is a product of unknown numbers.
__global__ void tile_of_packed(const Packed *a, int *out, int rows, int columns) {
    __shared__ int tile[32 * 33];
    const int first = blockIdx.x * 32, per_row = columns / 32;
    for (int b = 0; b < per_row; b += 8) {
        for (int i0 = 0; i0 < 32; i0 += 4) {
            const int i = min(i0 + (int)threadIdx.y, rows - first - 1);
            const Packed *p = a + (first + i) * per_row + b + threadIdx.x / 4;
            const unsigned short *q = (const unsigned short *)(p->numbers + 4 * (threadIdx.x % 4));
            tile[i * 33 + threadIdx.x] = q[0] | q[1] << 16; //~ RACE
        }
        __syncthreads();
        for (int i0 = 0; i0 < 32; i0 += 4) {
            const int i = i0 + threadIdx.y;
            if (first + i < rows) {
                out[(first + i) * 32 + threadIdx.x] += tile[i * 33 + (threadIdx.x + 1) % 32]; //~ RACE
            }
        }
        __syncthreads();
    }
}
