// raceproof: --block-dim 64 --grid-dim 1
// A shift moves a bit to the place of the sign.
__global__ void k(int *a, unsigned n)
{
    int v = (int)((n & 0xff) << 24);
    if (v < -5)
        a[0] = threadIdx.x; //~ RACE
}
