// As in race/launch_wraps, with rows that are half as long: nothing wraps.
__global__ void k(int *p)
{
    if (threadIdx.x == 0)
        p[blockIdx.x * 32768u] = blockIdx.x;
}
int main() { int *p; cudaMalloc(&p, 4); k<<<131072, 32>>>(p); }
