// The host computes the grid from an `int`, of which it passes the low 16 bits as the width: only where it does not fit them is the
// grid longer than the row. The twin is race/narrowed_argument.cu.
__global__ void columns(int *out, short width, short height) {
    short x = 64 * blockIdx.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height) out[y * width + x] = blockIdx.x; //~ RACE
}

void run(int *out, int width, int height) {
    columns<<<dim3((width + 63) / 64, height), 64>>>(out, width, height);
}
