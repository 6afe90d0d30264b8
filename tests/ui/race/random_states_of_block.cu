// All threads of a block draw from one state.
#include <curand_kernel.h>

__global__ void walk(curandStatePhilox4_32_10_t *states, float *places) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    places[i] += curand_normal(&states[blockIdx.x]); //~ RACE
}
