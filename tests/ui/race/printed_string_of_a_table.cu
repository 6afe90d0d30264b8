// FIXME(wrong verdict): expected race, today possible-race: how long a string is is not known, and executions do not read it.
extern "C" int printf(const char *, ...);

// The string is changed while another thread prints it.
__global__ void printed(char **texts) {
    texts[threadIdx.x][0] = 'a'; //~ RACE
    printf("%s\n", texts[threadIdx.x ^ 1]);
}
