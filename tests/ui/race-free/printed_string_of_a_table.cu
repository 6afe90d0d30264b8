extern "C" int printf(const char *, ...);

// Where the string is is read from a table, which leads to no parameter's object. The twin is race/printed_string_of_a_table.cu.
__global__ void printed(char **texts, int *out) {
    printf("%s\n", texts[threadIdx.x]);
    out[threadIdx.x] = 1;
}
