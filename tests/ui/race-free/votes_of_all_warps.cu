// raceproof: -arch=sm_80
// Each warp leaves what it found in a cell of its own, and then all warps ask the same 32 cells: each is told the same, so that all threads leave
// the loop in one iteration. The twins are possible-divergence/votes_of_warps_that_differ.cu.
__global__ void last_filled_by_column(const int *in, int *out, int n)
{
    __shared__ int empty[32];
    int t = threadIdx.x;
    if (t < 32)
        empty[t] = 1;
    __syncthreads();
    int i = n - 256;
    for (; i >= 0; i -= 256) {
        int all = __all_sync(~0u, in[i + t] == 0);
        if (t % 32 == 0)
            empty[t / 32] = all;
        __syncthreads();
        all = empty[t % 32];
        __syncthreads();
        if (!__all_sync(~0u, all))
            break;
    }
    if (t == 0)
        out[blockIdx.x] = i;
}

// Rows of 32 threads: a lane is its place in the row.
__global__ void until_one_is_large(const unsigned *in, unsigned *out, int n)
{
    __shared__ unsigned most[32];
    int t = threadIdx.x + 32 * threadIdx.y;
    if (t < 32)
        most[t] = 0;
    __syncthreads();
    for (int i = n; i > 0; i--) {
        if (threadIdx.x == 0)
            most[threadIdx.y] = in[i + t];
        __syncthreads();
        unsigned m = __reduce_max_sync(~0u, most[threadIdx.x]);
        __syncthreads();
        if (m > 100)
            break;
    }
    out[blockIdx.x * 256 + t] = n;
}

void run(const int *in, int *out, const unsigned *a, unsigned *b, int n)
{
    last_filled_by_column<<<4, 256>>>(in, out, n);
    until_one_is_large<<<4, dim3(32, 8)>>>(a, b, n);
}
