// The first lane draws for those that keep something; lanes that keep nothing take a place of others.
__global__ void by_all(int *out, int *length, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    bool keep = i < n && in[i] > 0;
    unsigned kept = __ballot_sync(0xffffffff, keep);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(length, __popc(kept));
    base = __shfl_sync(0xffffffff, base, 0);
    out[base + __popc(kept & ((1u << lane) - 1))] = i; //~ RACE?
}
