// Each thread has a state of random numbers of its own, and works on a copy.
#include <cuComplex.h>
#include <curand_kernel.h>

__global__ void begin(curandState *states, unsigned long long seed, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        curand_init(seed, i, 0, &states[i]);
    }
}

__global__ void walk(curandState *states, cuDoubleComplex *places, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        curandState own = states[i];
        double2 step = curand_normal2_double(&own);
        places[i] = cuCadd(places[i], make_cuDoubleComplex(step.x, curand_uniform_double(&own)));
        states[i] = own;
    }
}
