// raceproof: --block-dim 32
// The inner loop is left by `break` three times before the `return` that ends both loops.
__global__ void break_into_the_next_round() {
    __shared__ int cells[64];
    int t = threadIdx.x, k = 0;
    for (;;) {
        if (k == 1) cells[0] = t; //~ RACE
        for (;;) {
            if (k < 3) {
                k++;
                break;
            }
            if (++k >= 4) return;
        }
    }
}
