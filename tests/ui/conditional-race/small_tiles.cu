// Tiles of 4 by 4 with a column that keeps banks apart, for blocks of that shape.
__global__ void transpose(const float *in, float *out, int width, int height)
{
    __shared__ float tile[4][5];
    int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 4 + threadIdx.x;
    y = blockIdx.x * 4 + threadIdx.y;
    out[y * height + x] = tile[threadIdx.x][threadIdx.y]; //~ RACE
}
