// FIXME(wrong verdict): expected race, today possible-race: how long a string is is not known, and executions do not read it.
extern "C" int printf(const char *, ...);

// `%s` reads what thread 0 writes.
__global__ void printed(char *text) {
    if (threadIdx.x == 0)
        text[0] = 'a'; //~ RACE
    if (threadIdx.x == 1)
        printf("%d: %s\n", 1, text); //~ RACE
}
