// The largest number says that there is no limit. Another one is in possible-race/no_limit_is_the_largest.cu.
__global__ void halved(int *out, const int *in, size_t limit)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < limit)
        out[limit == (size_t)-1 ? i / 2 : i] = in[i]; //~ RACE
}

void all(int *out, const int *in, size_t n, bool limited)
{
    halved<<<64, 256>>>(out, in, limited ? n : ~(size_t)0);
}
