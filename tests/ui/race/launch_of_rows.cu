// Rows are in the numbers of lanes only, but the launch has some.
__global__ void mark(int *cells) {
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    cells[threadIdx.x] = lane; //~ RACE
}

void launch(int *cells, int rows) {
    mark<<<1, dim3(8, 2 * rows)>>>(cells);
}
