// Blocks of threads that overlap by a halo, of which one thread too many writes: the first or the last cell of the next tile is written
// twice.
#define RADIUS 3

__global__ void one_too_many_above(float *out, int width)
{
    int x = blockIdx.x * (blockDim.x - 2 * RADIUS) + threadIdx.x - RADIUS;
    if (x >= 0 && x < width && threadIdx.x >= RADIUS && threadIdx.x <= blockDim.x - RADIUS)
        out[blockIdx.y * width + x] = threadIdx.x; //~ RACE
}

__global__ void one_too_many_below(float *out, int width)
{
    int x = blockIdx.x * (blockDim.x - 2 * RADIUS) + threadIdx.x - RADIUS;
    if (x >= 0 && x < width && threadIdx.x >= RADIUS - 1 && threadIdx.x < blockDim.x - RADIUS)
        out[blockIdx.y * width + x] = threadIdx.x; //~ RACE
}
