// raceproof: --block-dim 64 --grid-dim 1
// As in race/scan_bits, but each thread has a cell for each bit.
__global__ void k(int *a)
{
    int n = 0;
    for (unsigned s = 1; s != 0; s <<= 1)
        a[n++ * 64 + threadIdx.x] = s;
}
