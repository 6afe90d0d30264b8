// raceproof: --block-dim 256
// Two buffers, each with a barrier that says that it is full and one that says that it is empty. The consumers say at the beginning that both
// are.
__global__ void pipe(float *out, const float *in, int rounds) {
    __shared__ float first[128], second[128];
    int tid = threadIdx.x;
    if (tid < 128) {
        for (int r = 0; r < rounds; r++) {
            asm volatile("bar.sync 3, 256;" : : : "memory");
            first[tid] = in[2 * r * 128 + tid];
            asm volatile("bar.arrive 1, 256;" : : : "memory");
            asm volatile("bar.sync 4, 256;" : : : "memory");
            second[tid] = in[(2 * r + 1) * 128 + tid];
            asm volatile("bar.arrive 2, 256;" : : : "memory");
        }
    } else {
        int i = tid - 128;
        asm volatile("bar.arrive 3, 256;" : : : "memory");
        asm volatile("bar.arrive 4, 256;" : : : "memory");
        for (int r = 0; r < rounds; r++) {
            asm volatile("bar.sync 1, 256;" : : : "memory");
            out[2 * r * 128 + i] = first[127 - i];
            if (r + 1 < rounds) asm volatile("bar.arrive 3, 256;" : : : "memory");
            asm volatile("bar.sync 2, 256;" : : : "memory");
            out[(2 * r + 1) * 128 + i] = second[127 - i];
            if (r + 1 < rounds) asm volatile("bar.arrive 4, 256;" : : : "memory");
        }
    }
}
