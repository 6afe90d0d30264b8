// Shared memory for a row of threads, in images that are indexed by rows of blocks.
__global__ void shifted(const float *in, float *out, int width, int height)
{
    __shared__ float s[1024];
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    s[threadIdx.x] = x < width && y < height ? in[y * width + x] : 0; //~ RACE
    __syncthreads();
    if (x < width && y < height) out[y * width + x] = s[(threadIdx.x + 1) % blockDim.x];
}
