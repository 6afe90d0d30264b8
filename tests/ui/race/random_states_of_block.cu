// All threads of a block draw from one state.
#include <curand_kernel.h>

__global__ void walk(curandState *states, float *places) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    places[i] += curand_uniform(&states[blockIdx.x]); //~ RACE
}
