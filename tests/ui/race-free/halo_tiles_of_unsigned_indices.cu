// Blocks of threads that overlap by a halo: those at the rim read only. Indices are unsigned, as `blockIdx` and `threadIdx` are,
// and are read as signed numbers: left of the first tile they are negative.
#define RADIUS 3

__global__ void halo_of_a_constant(const float *in, float *out, int width)
{
    int x = blockIdx.x * (blockDim.x - 2 * RADIUS) + threadIdx.x - RADIUS;
    if (x >= 0 && x < width && threadIdx.x >= RADIUS && threadIdx.x < blockDim.x - RADIUS)
        out[blockIdx.y * width + x] = in[x];
}

__global__ void halo_of_a_parameter(const float *in, float *out, int width, int radius)
{
    int x = blockIdx.x * (blockDim.x - 2 * radius) + threadIdx.x - radius;
    if (x >= 0 && x < width && threadIdx.x >= radius && threadIdx.x < blockDim.x - radius)
        out[blockIdx.y * width + x] = in[x];
}

__global__ void tiles_of_a_parameter(const float *in, float *out, int radius, int tile)
{
    int x = blockIdx.x * tile + threadIdx.x - radius;
    if (threadIdx.x >= radius && threadIdx.x < tile + radius)
        out[x] = in[x];
}

__global__ void staged(const float *in, float *out, int width, int radius, unsigned tile)
{
    extern __shared__ float row[];
    int x = blockIdx.x * tile + threadIdx.x - radius;
    int at = blockIdx.y * width + x;
    row[threadIdx.x] = x >= 0 && x < width ? in[at] : 0.0f;
    __syncthreads();
    if (x >= 0 && x < width && (int)threadIdx.x >= radius && (int)threadIdx.x < radius + (int)tile) {
        float sum = 0.0f;
        for (int k = (int)threadIdx.x - radius; k <= (int)threadIdx.x + radius; k++)
            sum += row[k];
        out[at] = sum;
    }
}
