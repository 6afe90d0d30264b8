// Loops that go on by as many cells as there are threads in the grid that is launched.

#define STREAMS (96 * 128)

__global__ void noise(unsigned* states, float* out, unsigned n)
{
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned state = states[t];
    for (unsigned i = t; i < n; i += STREAMS) {
        state = state * 1664525u + 1013904223u;
        out[i] = __uint2float_rn(state);
    }
    states[t] = state;
}

void launch(unsigned* states, float* out, unsigned n)
{
    noise<<<96, 128>>>(states, out, n);
}
