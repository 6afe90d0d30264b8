// Rows are counted by the width, and the steps between them by the height: of a square both are one. The twin is
// race/sides_of_no_square.cu.
__global__ void rows(float *out, const float *in, int width, int height) {
    int y = 32 * blockIdx.y + threadIdx.y, at = threadIdx.x + y * width;
    for (int i = 0; i < 32; i += 16) out[at + i * height] = in[at + i * width]; //~ RACE
}

void run(float *out, const float *in, int width, int height) {
    if (width >= 32 && height >= 32) rows<<<dim3(1, 4), dim3(32, 16)>>>(out, in, width, height);
}
