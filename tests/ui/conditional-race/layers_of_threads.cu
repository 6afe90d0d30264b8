// Blocks of one layer, in volumes that are indexed by layers of blocks; and cubes.
__global__ void flat(const float *in, float *out, int width, int height, int depth)
{
    __shared__ float s[1024];
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z, t = threadIdx.y * blockDim.x + threadIdx.x;
    bool inside = x < width && y < height && z < depth;
    s[t] = inside ? in[(z * height + y) * width + x] : 0; //~ RACE
    __syncthreads();
    if (inside) out[(z * height + y) * width + x] = s[t ^ 1];
}

__global__ void cube(const float *in, float *out)
{
    __shared__ float s[8][8][8];
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int t = (z * blockDim.y + y) * blockDim.x + x;
    s[z][y][x] = in[t]; //~ RACE
    __syncthreads();
    out[t] = s[z][x % 8][y % 8];
}
