// The rows of a layer are forgotten.
__global__ void fill(float *out, int width, int height, int depth, int pitch, int slice)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    for (int z = 0; z < depth; z++) out[z * slice + x] = x + y * z + pitch; //~ RACE
}
