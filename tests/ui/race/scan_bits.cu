// raceproof: --block-dim 64 --grid-dim 1
// Every bit is looked at, the highest too.
__global__ void k(int *a, unsigned m)
{
    for (unsigned s = 1; s != 0; s <<= 1)
        if (s > 0x40000000u)
            a[0] = threadIdx.x; //~ RACE
}
