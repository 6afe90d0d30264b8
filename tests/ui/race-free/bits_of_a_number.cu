// Numbers of threads that are taken apart by their bits: that they differ is all that counts, in blocks of any size.
__global__ void reversed(const float *in, float *out, int bits)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (1u << bits))
        out[__brev(i) >> (32 - bits)] = in[i];
}

__global__ void reversed_in_place(float *a)
{
    __shared__ float own[256];
    own[__brev(threadIdx.x) >> 24] = a[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    a[blockIdx.x * 256 + threadIdx.x] = own[threadIdx.x];
}

__global__ void halves(float *a, int n, int half)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && !(i & half))
        a[i + half] += a[i];
}

__global__ void a_bit_put_in(float *a, int n, int at)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        int first = ((i >> at) << (at + 1)) | (i & ((1 << at) - 1));
        a[first] += a[first | 1 << at];
    }
}

__device__ unsigned spread(unsigned v)
{
    v = (v | v << 4) & 0x0F0F;
    v = (v | v << 2) & 0x3333;
    return (v | v << 1) & 0x5555;
}

__global__ void interleaved(float *out)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 256 && y < 256)
        out[spread(x) | spread(y) << 1] += 1.0f;
}
