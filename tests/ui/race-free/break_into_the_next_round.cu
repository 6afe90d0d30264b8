// raceproof: --block-dim 32
// Each round has its own row.
__global__ void break_into_the_next_round() {
    __shared__ int cells[128];
    int t = threadIdx.x, k = 0;
    for (;;) {
        cells[32 * (k & 3) + t] = t;
        for (;;) {
            if (k < 3) {
                k++;
                break;
            }
            if (++k >= 4) return;
        }
    }
}
