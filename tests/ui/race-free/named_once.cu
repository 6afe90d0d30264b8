// raceproof: --block-dim 96
// One warp hands over to two others, once.
__global__ void hand_over(float *out, const float *in) {
    __shared__ float s[32];
    int tid = threadIdx.x;
    if (tid < 32) {
        s[tid] = in[tid];
        asm volatile("barrier.arrive.aligned 5, 96;" : : : "memory");
    } else {
        asm volatile("barrier.sync.aligned 5, 96;" : : : "memory");
        out[tid - 32] = s[tid & 31];
    }
}

// Two turns of two groups: each works on the table while the other one waits.
__global__ void turns(float *table, int rounds) {
    __shared__ float s[32];
    int tid = threadIdx.x;
    if (tid >= 64) return;
    if (tid < 32) {
        for (int r = 0; r < rounds; r++) {
            s[tid] += table[tid];
            asm volatile("bar.arrive 1, 64;" : : : "memory");
            asm volatile("bar.sync 2, 64;" : : : "memory");
        }
    } else {
        for (int r = 0; r < rounds; r++) {
            asm volatile("bar.sync 1, 64;" : : : "memory");
            s[63 - tid] += table[tid];
            asm volatile("bar.arrive 2, 64;" : : : "memory");
        }
    }
}
