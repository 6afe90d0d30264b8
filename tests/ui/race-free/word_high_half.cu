// raceproof: --block-dim 64 --grid-dim 1
// As in race/word_high_half, but each thread has a cell.
__global__ void k(int *a, unsigned h)
{
    unsigned long long w = (unsigned long long)h << 32 | threadIdx.x;
    if (w >> 63)
        a[(unsigned)w] = h;
}
