// One row for each warp of a block: the host makes blocks of whole warps.

__global__ void rows(float *out, int n)
{
    int row = (blockDim.x / 32) * blockIdx.x + threadIdx.x / 32;
    if (row < n && threadIdx.x % 32 == 0) {
        out[row] = blockIdx.x;
    }
}

void run(float *out, int n, int warps)
{
    rows<<<(n + warps - 1) / warps, 32 * warps>>>(out, n);
}
