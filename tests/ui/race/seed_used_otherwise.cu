// What is read goes elsewhere than into the swap: it is stored; or there is no loop that ends only when the swap has found it.
__device__ int log_of[256];
__global__ void stored(int *sum, const int *in) {
    int old = *sum, seen; //~ RACE
    log_of[blockIdx.x * 64 + threadIdx.x] = old;
    do {
        seen = old;
        old = atomicCAS(sum, seen, seen + in[threadIdx.x]); //~ RACE
    } while (old != seen);
}
__global__ void once(int *sum, const int *in) {
    int seen = *sum; //~ RACE
    atomicCAS(sum, seen, seen + in[threadIdx.x]); //~ RACE
}
// What the first try before the loop was given is stored; or that it failed is.
__global__ void told(int *sum, int *guesses) {
    int guess = *sum; //~ RACE
    int old = atomicCAS(sum, guess, guess + 1); //~ RACE
    guesses[blockIdx.x * 64 + threadIdx.x] = guess;
    while (old != guess) {
        guess = old;
        old = atomicCAS(sum, guess, guess + 1); //~ RACE
    }
}
__global__ void tried(int *sum, bool *tries) {
    int guess = *sum; //~ RACE
    int old = atomicCAS(sum, guess, guess + 1); //~ RACE
    tries[blockIdx.x * 64 + threadIdx.x] = old == guess;
    while (old != guess) {
        guess = old;
        old = atomicCAS(sum, guess, guess + 1); //~ RACE
    }
}
// The guess is stored, too, as a number.
__global__ void leaks(float *sum, int *guesses) {
    int first = __float_as_int(*sum); //~ RACE
    int old = first, seen;
    do {
        seen = old;
        old = atomicCAS((int *)sum, seen, seen + 1); //~ RACE
    } while (old != seen);
    guesses[blockIdx.x * 64 + threadIdx.x] = first;
}
// The cell is written plainly, too.
__global__ void written(int *sum, const int *in) {
    int old = *sum, seen; //~ RACE BENIGN
    do {
        seen = old;
        old = atomicCAS(sum, seen, seen + in[threadIdx.x]); //~ RACE BENIGN
    } while (old != seen);
    if (threadIdx.x == 0) *sum = 0; //~ RACE BENIGN
}
void run(int *sum, const int *in, bool *tries, int *guesses, float *sums) {
    leaks<<<4, 64>>>(sums, guesses);
    told<<<4, 64>>>(sum, guesses);
    tried<<<4, 64>>>(sum, tries);
    stored<<<4, 64>>>(sum, in);
    once<<<4, 64>>>(sum, in);
    written<<<4, 64>>>(sum, in);
}
