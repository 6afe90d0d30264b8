// raceproof: --block-dim 64 --grid-dim 1
// What is left of a size is more than a tile only where the size is greater than those of programs.
__global__ void rest(int *last, long long items, int tile) {
    if (items - threadIdx.x - 33554432 > tile) {
        last[0] = threadIdx.x;  //~ RACE
    }
}
