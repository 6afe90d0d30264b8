// What is added depends on the iteration, and is negative in the first ones: the counter falls again, so two threads may
// be handed the same place.

__global__ void fill(int *next, int *out)
{
    for (int d = -3; d < 3; d++) {
        int place = atomicAdd(next, d + 1);
        out[place] = threadIdx.x; //~ RACE
    }
}
