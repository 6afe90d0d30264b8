// raceproof: --block-dim 64 --grid-dim 4
// Who is nearer than all before notes itself: two threads may be, one after the other.
__global__ void nearest(int *least, int *where, const int *distance) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = distance[i];
    if (mine < atomicMin(least, mine)) where[0] = i; //~ RACE
}

// So do blocks, by a loop that tries again.
__global__ void nearest_block(int *least, int *where, const int *distance) {
    if (threadIdx.x > 0) return;
    int mine = distance[blockIdx.x], old = *least; //~ RACE?
    while (mine < old) {
        int seen = old;
        old = atomicCAS(least, seen, mine); //~ RACE?
        if (old == seen) {
            where[0] = blockIdx.x; //~ RACE
            break;
        }
    }
}
