// Appending in two steps: each thread takes a place among those of its block, and one thread of the block draws room for all of these.
// The twins are in possible-race/kept_by_blocks.cu.
__global__ void kept(const int *in, int *out, int *count, int n)
{
    __shared__ int here, base;
    if (threadIdx.x == 0)
        here = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x, place = -1;
    if (i < n && in[i] > 0)
        place = atomicAdd(&here, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        base = atomicAdd(count, here);
    __syncthreads();
    if (place >= 0)
        out[base + place] = i;
}

// The same cell tells how many there are, and then where they go.
__global__ void kept_by_one_cell(const int *in, int *out, int *count, int n)
{
    __shared__ int cell;
    int i = blockIdx.x * blockDim.x + threadIdx.x, place = 0;
    if (threadIdx.x == 0)
        cell = 0;
    __syncthreads();
    bool is_kept = i < n && in[i] > 0;
    if (is_kept)
        place = atomicAdd(&cell, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        cell = atomicAdd(count, cell);
    __syncthreads();
    if (is_kept) {
        place += cell;
        out[place] = in[i];
    }
}

// Tile by tile, pairs of cells.
__global__ void pairs_kept(const int *in, int2 *out, unsigned *count, int n)
{
    __shared__ unsigned here, base;
    for (int first = blockIdx.x * blockDim.x; first < n; first += gridDim.x * blockDim.x) {
        if (threadIdx.x == 0)
            here = 0;
        __syncthreads();
        int i = first + threadIdx.x;
        bool is_kept = i < n && in[i] != 0;
        unsigned place = is_kept ? atomicAdd(&here, 2u) : 0u;
        __syncthreads();
        if (threadIdx.x == 0)
            base = atomicAdd(count, here);
        __syncthreads();
        if (is_kept) {
            out[base + place] = make_int2(i, 0);
            out[base + place + 1] = make_int2(i, 1);
        }
    }
}
