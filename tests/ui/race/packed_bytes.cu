// raceproof: --block-dim 64 --grid-dim 1
// Four bytes fill a word, its highest bit included.
__global__ void k(int *a, uchar4 c)
{
    unsigned w = c.x | c.y << 8 | c.z << 16 | (unsigned)c.w << 24;
    if (w > 0x90000000u)
        a[0] = threadIdx.x; //~ RACE
}
