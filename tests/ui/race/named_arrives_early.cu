// raceproof: --block-dim 64
// The producers say that the buffer is full before they fill it.
__global__ void early(float *out, const float *in) {
    __shared__ float s[32];
    int tid = threadIdx.x;
    if (tid < 32) {
        asm volatile("bar.arrive 1, 64;" : : : "memory");
        s[tid] = in[tid]; //~ RACE
    } else {
        asm volatile("bar.sync 1, 64;" : : : "memory");
        out[tid - 32] = s[63 - tid]; //~ RACE
    }
}

// They say it to the wrong barrier.
__global__ void elsewhere(float *out, const float *in) {
    __shared__ float s[32];
    int tid = threadIdx.x;
    if (tid < 32) {
        s[tid] = in[tid]; //~ RACE
        asm volatile("bar.arrive 2, 64;" : : : "memory");
        asm volatile("bar.sync 1, 64;" : : : "memory");
    } else {
        asm volatile("bar.arrive 1, 64;" : : : "memory");
        out[tid - 32] = s[63 - tid]; //~ RACE
        asm volatile("bar.sync 2, 64;" : : : "memory");
    }
}
