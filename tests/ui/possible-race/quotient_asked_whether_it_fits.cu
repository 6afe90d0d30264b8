// raceproof: --block-dim 64
// A quotient that is compared with what an `int` keeps of it: that it fits is asked, and not meant.
__global__ void asked(int *a, long long n, long long m)
{
    long long whole = n / m;
    int kept = whole;
    if (whole != kept)
        a[kept & 1] = threadIdx.x; //~ RACE?
}
