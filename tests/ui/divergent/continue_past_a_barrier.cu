// raceproof: --block-dim 32
// All leave in the same iteration, and after the barrier, but thread 0 passes it by in the first ones.
__global__ void continue_past_a_barrier(int *out) {
    int t = threadIdx.x, i = 0;
    for (;;) {
        i++;
        if (i < 3 && t == 0) continue;
        __syncthreads(); //~ DIVERGENT
        if (i > 3) break;
    }
    out[t] = i;
}
