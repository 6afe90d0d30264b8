// raceproof: --block-dim 64 --grid-dim 1
// An unsigned counter passes 2^31.
__global__ void k(int *a)
{
    for (unsigned i = 0x70000000u; i < 0x90000000u; i += 0x1000000u)
        if (i > 0x88000000u)
            a[0] = threadIdx.x; //~ RACE
}
