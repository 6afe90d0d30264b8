// raceproof: --block-dim 128
// A barrier for which too few threads come, and one at which a lane arrives for its warp.
__global__ void few(float *out, const float *in) {
    __shared__ float s[32];
    int tid = threadIdx.x;
    if (tid < 32) {
        s[tid] = in[tid]; //~ RACE
        asm volatile("bar.arrive 1, 128;" : : : "memory");
    } else if (tid < 64) {
        asm volatile("bar.sync 1, 128;" : : : "memory");
        out[tid - 32] = s[63 - tid]; //~ RACE
    }
}

__global__ void lane(float *out, const float *in) {
    __shared__ float s[32];
    int tid = threadIdx.x;
    if (tid < 32) {
        s[tid] = in[tid]; //~ RACE
        if (tid == 0) asm volatile("bar.arrive 1, 64;" : : : "memory");
    } else if (tid < 64) {
        asm volatile("bar.sync 1, 64;" : : : "memory");
        out[tid - 32] = s[63 - tid]; //~ RACE
    }
}
