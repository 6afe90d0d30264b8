extern "C" int printf(const char *, ...);

// The string is a constant, and the pointer is printed as a number.
__global__ void printed(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (threadIdx.x == 1)
        printf("%s\n", "cells");
    if (threadIdx.x == 2)
        printf("%d%%s at %p\n", 1, out);
}
