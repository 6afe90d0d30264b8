// raceproof: --block-dim 64 --grid-dim 1
// A shift by half of the width loses nothing.
__global__ void k(int *a, unsigned h)
{
    unsigned long long w = (unsigned long long)h << 32;
    if ((w >> 63) == 1)
        a[0] = threadIdx.x; //~ RACE
}
