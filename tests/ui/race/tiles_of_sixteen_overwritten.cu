// Tiles of 16 by 16, in blocks of any shape overwritten while others still read.
__global__ void multiply(const float *a, const float *b, float *c, int width)
{
    __shared__ float left[16][16], right[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int k = 0; k < width; k += 16) {
        left[y][x] = a[(blockIdx.y * 16 + y) * width + k + x]; //~ RACE
        right[y][x] = b[(k + y) * width + blockIdx.x * 16 + x]; //~ RACE
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += left[y][i] * right[i][x]; //~ RACE
    }
    c[(blockIdx.y * 16 + y) * width + blockIdx.x * 16 + x] = sum; //~ RACE
}
