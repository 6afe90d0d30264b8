// All matrices of a batch at one place.
__global__ void fill(float *c, int rows, int columns, int pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows) c[y * pitch + x] = x + y * blockIdx.z; //~ RACE
}
