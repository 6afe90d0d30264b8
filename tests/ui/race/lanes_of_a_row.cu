// Each row is a warp: its lanes write one cell.
__global__ void last(int *cells) {
    __shared__ int rows[32];
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    rows[threadIdx.y] = lane; //~ RACE
    __syncthreads();
    cells[(blockIdx.x * blockDim.y + threadIdx.y) * 32 + lane] = rows[threadIdx.y]; //~ RACE?
}
