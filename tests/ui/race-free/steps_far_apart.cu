// raceproof: --block-dim 64 --grid-dim 1
// As in race/steps_far_apart, but each thread has a cell.
__global__ void k(int *a)
{
    for (int p = -2000000000; p < 2000000000; p += 500000000)
        if (p > 1000000000)
            a[threadIdx.x] = p;
}
