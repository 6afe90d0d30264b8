// raceproof: --block-dim 64 --grid-dim 1
// n - 1 wraps for no n but 0, and is 2^31 - 1 where n is 2^31.
__global__ void k(int *a, unsigned n)
{
    unsigned last = n - 1u;
    if (last == 0x7fffffffu)
        a[0] = threadIdx.x; //~ RACE
}
