// A loop that goes on by a constant number of cells, launched with more threads than that.

#define STREAMS (96 * 128)

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

void launch(unsigned* states, float* out, unsigned n)
{
    noise<<<96, 256>>>(states, out, n);
}
