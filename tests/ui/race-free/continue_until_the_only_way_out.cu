// raceproof: --block-dim 32
// Thread t skips its first t iterations and leaves after the store.
__global__ void continue_until_the_only_way_out() {
    __shared__ int cells[64];
    int t = threadIdx.x, i = 0;
    for (;;) {
        if (i++ < t) continue;
        cells[i] = t;
        break;
    }
}
