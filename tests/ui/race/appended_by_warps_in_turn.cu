// The first lane draws for one lane, and all that keep something write behind it.
__global__ void too_few(int *out, int *length, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    bool keep = i < n && in[i] > 0;
    unsigned kept = __ballot_sync(0xffffffff, keep);
    int base = 0;
    if (lane == 0 && kept)
        base = atomicAdd(length, 1);
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep)
        out[base + __popc(kept & ((1u << lane) - 1))] = i; //~ RACE
}
