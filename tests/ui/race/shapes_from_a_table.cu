// Block and grid come out of tables, and the kernel out of a pointer; in none of the shapes that lie there do the blocks keep to
// their own rows. The twin is conditional-race/shapes_from_a_table.cu.
const int WIDTH = 32, ROWS = 4;
dim3 grids[2], blocks[2];

__global__ void along(const float *in, float *out) {
    int at = (blockIdx.x + threadIdx.y) * WIDTH + threadIdx.x;
    out[at] = in[at] + threadIdx.y; //~ RACE
}

__global__ void across(const float *in, float *out) {
    int at = threadIdx.y * WIDTH + blockIdx.x + threadIdx.x;
    out[at] = in[at] + threadIdx.y; //~ RACE
}

void run(int which, const float *in, float *out) {
    grids[0] = dim3(WIDTH / ROWS);
    blocks[0] = dim3(WIDTH, ROWS);
    grids[1] = dim3(WIDTH / ROWS);
    blocks[1] = dim3(ROWS, WIDTH);
    void (*kernel)(const float *, float *) = which ? across : along;
    kernel<<<grids[which], blocks[which]>>>(in, out);
}
