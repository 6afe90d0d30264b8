// raceproof: --grid-dim 1
// Without rows in the block: the kernel could tell them apart by its lanes only.
__global__ void warp_sums(const int *values, int *sums) {
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    int sum = values[blockIdx.x * blockDim.x + threadIdx.x];
    for (int distance = 16; distance > 0; distance /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    }
    if (lane == 0) {
        sums[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = sum;
    }
}
