// raceproof: --block-dim 64 --grid-dim 1
// As steps_far_apart, in 64 bits.
__global__ void k(int *a)
{
    for (long p = -9000000000000000000; p < 9000000000000000000; p += 4500000000000000000)
        if (p > 1000000000)
            a[0] = threadIdx.x; //~ RACE
}
