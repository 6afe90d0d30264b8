// Every block goes twice round: nothing keeps the second round from the cells that others still read.

__global__ void reverse(const int *in, int *out, int n)
{
    __shared__ int part[64];
    for (int i = blockIdx.x * 64; i < n; i += gridDim.x * 64) {
        part[threadIdx.x] = in[i + threadIdx.x]; //~ RACE
        __syncthreads();
        out[i + threadIdx.x] = part[63 - threadIdx.x]; //~ RACE
    }
}

void run(const int *in, int *out, int n)
{
    reverse<<<(n + 127) / 128, 64>>>(in, out, n);
}
