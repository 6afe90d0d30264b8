// raceproof: --block-dim 32 --param n=8
// The loop is left only after the store, so each iteration that does not skip it may be the last, but not each comes to it.
__global__ void continue_until_the_only_way_out(int n) {
    __shared__ int cells[64];
    int t = threadIdx.x, i = 0, skipped = 0;
    for (;;) {
        i++;
        if (i < n) {
            skipped++;
            continue;
        }
        if (i > 3) break;
    }
    if (skipped == 7) cells[0] = t; //~ RACE
}
