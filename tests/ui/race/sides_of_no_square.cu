// Rows are counted by the width, and the steps between them by two heights: also of a square some cells are written twice.
// The twin is conditional-race/sides_of_a_square.cu.
__global__ void rows(float *out, const float *in, int width, int height) {
    int y = 32 * blockIdx.y + threadIdx.y, at = threadIdx.x + y * width;
    for (int i = 0; i < 32; i += 16) out[at + 2 * i * width] = in[at + i * height]; //~ RACE
}

void run(float *out, const float *in, int width, int height) {
    if (width >= 32 && height >= 32) rows<<<dim3(1, 4), dim3(32, 16)>>>(out, in, width, height);
}
