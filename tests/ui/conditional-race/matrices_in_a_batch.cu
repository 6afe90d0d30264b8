// Matrices in a batch, with the distance of rows and one of matrices.
__global__ void fill(float *c, int rows, int columns, int pitch, long long stride)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows) c[blockIdx.z * stride + y * pitch + x] = x + y * blockIdx.z; //~ RACE
}
