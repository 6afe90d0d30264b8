// Where the compiler puts the array decides: at an address that is no multiple of 16 the threads do not meet. An execution has an address of its
// own and shows nothing.
__global__ void rounded(int *a)
{
    __shared__ int cells[160];
    int t = threadIdx.x;
    int *up = (int *)((unsigned long long)((char *)cells + 15) & -16ll);
    cells[16 + t] = t; //~ RACE?
    int seen = up[16 + t + 32]; //~ RACE?
    a[t] = seen;
}
