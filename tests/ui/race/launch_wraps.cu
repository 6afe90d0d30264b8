// With this launch the index wraps: blocks 0 and 65536 write one cell.
__global__ void k(int *p)
{
    if (threadIdx.x == 0)
        p[blockIdx.x * 65536u] = blockIdx.x; //~ RACE
}
int main() { int *p; cudaMalloc(&p, 4); k<<<131072, 32>>>(p); }
