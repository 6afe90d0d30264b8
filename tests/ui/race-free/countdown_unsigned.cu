// raceproof: --block-dim 64 --grid-dim 1
// The counter ends by wrapping below 0.
__global__ void k(int *a, unsigned n)
{
    for (unsigned i = n - 1; i < n; i--)
        a[i * 64u + threadIdx.x] = i;
}
