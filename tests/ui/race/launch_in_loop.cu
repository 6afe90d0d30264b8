// `blocks` belongs to the round before: there it was enough for `n`, but `n` is greater when the kernel is launched.

__global__ void reverse(const int *in, int *out, int n)
{
    __shared__ int part[64];
    for (int i = blockIdx.x * 64; i < n; i += gridDim.x * 64) {
        part[threadIdx.x] = in[i + threadIdx.x]; //~ RACE
        __syncthreads();
        out[i + threadIdx.x] = part[63 - threadIdx.x]; //~ RACE
    }
}

void run(const int *in, int *out, int n, int most)
{
    int blocks = 1;
    while (n < most) {
        reverse<<<blocks, 64>>>(in, out, n);
        blocks = (n + 63) / 64;
        n *= 2;
    }
}
