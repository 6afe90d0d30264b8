// raceproof: --block-dim 64 --grid-dim 1
// As in race/sign_by_shift, but each thread has a cell.
__global__ void k(int *a, unsigned n)
{
    int v = (int)((n & 0xff) << 24);
    if (v < -5)
        a[threadIdx.x] = v;
}
