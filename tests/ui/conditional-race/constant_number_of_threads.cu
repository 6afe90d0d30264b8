// Loops that go on by as many cells as there are threads in the grid that the program means, which is a constant.

#define STREAMS (96 * 128)

// Each stream has a state of its own.
__global__ __launch_bounds__(128) void noise(float* out, int n)
{
    int t = blockIdx.x * 128 + threadIdx.x;
    unsigned state = t;
    for (int i = t; i < n; i += STREAMS) {
        state = state * 1664525u + 1013904223u;
        out[i] = __uint2float_rn(state); //~ RACE
    }
}
