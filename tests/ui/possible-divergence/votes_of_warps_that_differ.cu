// Warps that are not told the same: the twins of race-free/votes_of_all_warps.cu.
//
// Each warp asks its own cells.
__global__ void own_cells(const int *in, int *out, int n)
{
    __shared__ int empty[256];
    int t = threadIdx.x;
    for (int i = n - 256; i >= 0; i -= 256) {
        empty[t] = in[i + t] == 0;
        __syncthreads(); //~ DIVERGENT
        int all = empty[t];
        __syncthreads(); //~ DIVERGENT
        if (!__all_sync(~0u, all))
            break;
    }
    if (t == 0)
        out[blockIdx.x] = n;
}

// The second warp of 16 lanes asks half of the cells.
__global__ void half_a_warp(const int *in, int *out, int n)
{
    __shared__ int empty[32];
    int t = threadIdx.x;
    for (int i = n - 48; i >= 0; i -= 48) {
        if (t < 32)
            empty[t] = in[i + t] == 0;
        __syncthreads(); //~ DIVERGENT
        int all = empty[t % 32];
        __syncthreads(); //~ DIVERGENT
        if (!__all_sync(~0u, all))
            break;
    }
    if (t == 0)
        out[blockIdx.x] = n;
}

// In rows of 16 threads a lane is no place in the row.
__global__ void rows_of_half_a_warp(const int *in, int *out, int n)
{
    __shared__ int empty[32];
    int t = threadIdx.x + 16 * threadIdx.y;
    for (int i = n; i >= 0; i--) {
        if (t < 32)
            empty[t] = in[i + t] == 0;
        __syncthreads(); //~ DIVERGENT
        int all = empty[threadIdx.x + threadIdx.y % 4];
        __syncthreads(); //~ DIVERGENT
        if (!__all_sync(~0u, all))
            break;
    }
    if (t == 0)
        out[blockIdx.x] = n;
}

// What a thread carries from iteration to iteration is its own.
__global__ void carried(const int *in, int *out, int n)
{
    __shared__ int empty[32];
    int t = threadIdx.x, own = 1;
    for (int i = n - 256; i >= 0; i -= 256) {
        if (t < 32)
            empty[t] = in[i + t] == 0;
        __syncthreads(); //~ DIVERGENT
        own &= empty[t % 32] | in[t];
        __syncthreads(); //~ DIVERGENT
        if (!__all_sync(~0u, own))
            break;
    }
    if (t == 0)
        out[blockIdx.x] = n;
}

// Threads of a warp that have returned give nothing.
__global__ void some_returned(const int *in, int *out, int n)
{
    __shared__ int empty[32];
    int t = threadIdx.x;
    if (t < 32)
        empty[t] = in[t] == 0;
    __syncthreads();
    if (t >= 40)
        return;
    int all = __all_sync(~0u, empty[t % 32]);
    if (all)
        __syncthreads(); //~ DIVERGENT
    out[t] = n;
}

void run(const int *in, int *out, int n)
{
    own_cells<<<4, 256>>>(in, out, n);
    half_a_warp<<<4, 48>>>(in, out, n);
    rows_of_half_a_warp<<<4, dim3(16, 16)>>>(in, out, n);
    carried<<<4, 256>>>(in, out, n);
    some_returned<<<1, 256>>>(in, out, n);
}
