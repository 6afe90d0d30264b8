extern "C" int printf(const char *, ...);

// The strings are constants, and the pointer is printed as a number.
__global__ void printed(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (threadIdx.x == 1)
        printf("%s at %p, 100%%s\n", "cells", out);
}
