// raceproof: --block-dim 64 --grid-dim 1
// No sum of the program wraps, though 500000000 times 7 does.
__global__ void k(int *a)
{
    for (int p = -2000000000; p < 2000000000; p += 500000000)
        if (p > 1000000000)
            a[0] = threadIdx.x; //~ RACE
}
