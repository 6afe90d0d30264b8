// raceproof: --block-dim 32
// Each block sums up what all blocks have written by then, and stores the sum for all.
__global__ void totals(int *part, int *total) {
    part[blockIdx.x * 32 + threadIdx.x] = blockIdx.x; //~ RACE
    int sum = 0;
    for (int b = 0; b < 4; b++) sum += part[b * 32 + threadIdx.x]; //~ RACE
    total[threadIdx.x] = sum; //~ RACE
}
