extern "C" int printf(const char *, ...);

// Where the string is is read from memory.
__global__ void printed(char **texts, int *out) {
    printf("%s\n", texts[threadIdx.x]);
    out[threadIdx.x] = 1;
}
