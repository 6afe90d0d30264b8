// Shared memory for half a row of threads.
__global__ void shifted(const float *in, float *out, int width, int height)
{
    __shared__ float s[1024];
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    s[threadIdx.x / 2] = x < width && y < height ? in[y * width + x] : 0; //~ RACE
    __syncthreads();
    if (x < width && y < height) out[y * width + x] = s[(threadIdx.x + 1) % blockDim.x];
}

// A tile has rows: blocks of one row are not meant.
__global__ void transposed(const float *in, float *out, int width)
{
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * width + x]; //~ RACE
    out[y * width + x] = tile[x][y]; //~ RACE
}

// So has what the first row does alone.
__global__ void first_row(const float *in, float *out)
{
    __shared__ float s[1024];
    int x = threadIdx.x;
    if (threadIdx.y == 0) s[x] = in[x]; //~ RACE
    out[threadIdx.y * blockDim.x + x] = s[x]; //~ RACE
}
