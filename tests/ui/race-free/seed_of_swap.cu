// The programming guide's addition by compare-and-swap: the plain read gives the first guess only.
__device__ double add(double *address, double value) {
    unsigned long long *cell = (unsigned long long *)address;
    unsigned long long old = *cell, seen; //~ BENIGN
    do {
        seen = old;
        old = atomicCAS(cell, seen, __double_as_longlong(value + __longlong_as_double(seen))); //~ BENIGN
    } while (old != seen);
    return __longlong_as_double(old);
}
__global__ void total(double *sum, const double *in) {
    add(sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

// A maximum, in shared memory, with a float that is read as a float.
__global__ void most(float *out, const float *in) {
    __shared__ int best;
    if (threadIdx.x == 0) best = 0;
    __syncthreads();
    float mine = in[blockIdx.x * blockDim.x + threadIdx.x];
    int old = best, seen; //~ BENIGN
    do {
        seen = old;
        old = atomicCAS_block(&best, seen, __float_as_int(fmaxf(mine, __int_as_float(seen)))); //~ BENIGN
    } while (old != seen);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = __int_as_float(best);
}

// The first try is before the loop.
__global__ void counted(unsigned *sum, const unsigned *in) {
    unsigned mine = in[blockIdx.x * blockDim.x + threadIdx.x];
    unsigned guess = *sum; //~ BENIGN
    unsigned old = atomicCAS(sum, guess, guess + mine); //~ BENIGN
    while (old != guess) {
        guess = old;
        old = atomicCAS(sum, guess, guess + mine); //~ BENIGN
    }
}
void run(double *sum, const double *in, float *out, const float *more,
         unsigned *sums, const unsigned *numbers) {
    counted<<<4, 64>>>(sums, numbers);
    total<<<4, 64>>>(sum, in);
    most<<<4, 64>>>(out, more);
}
