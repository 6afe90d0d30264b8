// raceproof: --block-dim 64 --grid-dim 1
// As in race/unsigned_above_half, but each thread has a cell.
__global__ void k(int *a, unsigned n)
{
    unsigned i = n + threadIdx.x;
    if (i > 0x80000000u)
        a[i] = 1;
}
