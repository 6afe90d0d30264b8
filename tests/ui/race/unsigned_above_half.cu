// raceproof: --block-dim 64 --grid-dim 1
// A sum of unsigned numbers may pass 2^31 and wraps nowhere.
__global__ void k(int *a, unsigned n)
{
    unsigned i = n + threadIdx.x;
    if (i > 0x80000000u) {
        a[0] = i; //~ RACE
    }
}
