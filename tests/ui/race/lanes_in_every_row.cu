// The number of the lane is no place in a row: a warp's lanes count up what other warps do.
__global__ void count(int *counts) {
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    counts[lane] += 1; //~ RACE
}
