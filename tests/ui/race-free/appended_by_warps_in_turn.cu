// The first lane of a warp draws for those that keep something: as many as voted, which may be none.
__global__ void always(int *out, int *length, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    bool keep = i < n && in[i] > 0;
    unsigned kept = __ballot_sync(0xffffffff, keep);
    int base;
    if (lane == 0)
        base = atomicAdd(length, __popc(kept));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep)
        out[base + __popc(kept & ((1u << lane) - 1))] = i;
}

__global__ void where_some_voted(int *out, int *length, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    bool keep = i < n && in[i] > 0;
    unsigned kept = __ballot_sync(0xffffffff, keep);
    int base = 0;
    if (lane == 0 && kept)
        base = atomicAdd(length, __popc(kept));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep)
        out[base + __popc(kept & ((1u << lane) - 1))] = i;
}

__global__ void skipped_where_none_voted(int *out, int *length, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    bool keep = i < n && in[i] > 0;
    unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept) {
        int leader = __ffs(kept) - 1, base = 0;
        if (lane == leader)
            base = atomicAdd(length, __popc(kept));
        base = __shfl_sync(0xffffffff, base, leader);
        if (keep)
            out[base + __popc(kept & ((1u << lane) - 1))] = i;
    }
}
