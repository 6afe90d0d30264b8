// Loops that go on by as many cells as there are threads in the grid that the program means, which is a constant.

#define STREAMS (96 * 128)

// Each stream has a state of its own.
__global__ void noise(unsigned* states, float* out, unsigned n)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned state = states[t];
    for (unsigned i = t; i < n; i += STREAMS) {
        state = state * 1664525u + 1013904223u;
        out[i] = __uint2float_rn(state); //~ RACE
    }
    states[t] = state;
}

// Two cells in each turn, half of them behind the others.
__global__ void pairs(unsigned* states, float* out, unsigned n)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned state = states[t];
    for (unsigned i = t; i < n; i += 2 * STREAMS) {
        state = state * 1664525u + 1013904223u;
        out[i] = __uint2float_rn(state & 0xffff); //~ RACE
        if (i + STREAMS < n) out[i + STREAMS] = __uint2float_rn(state >> 16); //~ RACE
    }
    states[t] = state;
}
