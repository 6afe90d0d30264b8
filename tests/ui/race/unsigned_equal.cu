// raceproof: --block-dim 64 --grid-dim 1
// A sum of unsigned numbers is compared with one above 2^31.
__global__ void k(int *a, unsigned n, unsigned m)
{
    unsigned i = n + m;
    if (i == 0xC0000000u)
        a[0] = threadIdx.x; //~ RACE
}
