// The host passes an `int` as a `short`, which it fits; rows overlap all the same. The twin is possible-race/narrowed_argument.cu.
__global__ void columns(int *out, short width, short height) {
    short x = 64 * blockIdx.x + threadIdx.x, y = blockIdx.y;
    if (x <= width && y < height) out[y * width + x] = blockIdx.x; //~ RACE
}

void run(int *out, int width, int height) {
    columns<<<dim3((width + 64) / 64, height), 64>>>(out, width, height);
}
