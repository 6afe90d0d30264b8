// raceproof: --block-dim 64 --grid-dim 1
// As in race/packed_bytes, but each thread has a cell.
__global__ void k(int *a, uchar4 c)
{
    unsigned w = c.x | c.y << 8 | c.z << 16 | (unsigned)c.w << 24;
    a[(w >> 24) * 64 + threadIdx.x] = w;
}
