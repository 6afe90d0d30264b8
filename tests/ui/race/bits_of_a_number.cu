// raceproof: --block-dim 64 --grid-dim 4
// Bits that are lost: two numbers have the same place.
__global__ void reversed(float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[__brev(i) >> 25] = i; //~ RACE
}

__global__ void a_bit_put_in(float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int first = ((i >> 3) << 3) | (i & 3);
    a[first] = i; //~ RACE
}
