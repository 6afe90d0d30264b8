// The largest number, which the host chooses, says that there is no limit.
__global__ void one(int *out, size_t limit)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < limit && limit > (size_t)1 << 62)
        out[0] = i; //~ RACE?
}

void all(int *out, size_t n, bool limited)
{
    if (n <= 1000)
        one<<<64, 256>>>(out, limited ? n : ~(size_t)0);
}
