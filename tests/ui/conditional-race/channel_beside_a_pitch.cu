// A pixel is four stores of a byte, one of which a parameter chooses: within the pixel, where the row is as long as its pixels.
// The twin is race/channel_beside_a_pitch.cu.
__global__ void paint(unsigned char *surface, int width, int height, size_t pitch, int face) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    unsigned char *pixel = surface + y * pitch + 4 * x;
    pixel[3] = 255; //~ RACE
    pixel[face / 2] = x + y; //~ RACE
}

void run(unsigned char *surface, int width, int height, size_t pitch, int face) {
    dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    paint<<<grid, block>>>(surface, width, height, pitch, face);
}
