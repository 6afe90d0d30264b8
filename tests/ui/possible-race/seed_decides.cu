// What is read decides whether there is a swap at all.
__global__ void not_if_larger(int *most, int value) {
    int old = *most, seen; //~ RACE?
    do {
        seen = old;
        if (seen > 100) break;
        old = atomicCAS(most, seen, seen + value); //~ RACE?
    } while (old != seen);
}
void run(int *sum) { not_if_larger<<<4, 64>>>(sum, 1); }
