// Rows and layers are counted by one stride: row 1 of layer 0 is row 0 of layer 1, whatever the stride is.

__global__ void scale(int width, int height, int depth, int row, const float *by, float *data) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int z = threadIdx.z + blockIdx.z * blockDim.z;
    if (x < width && y < height && z < depth) {
        data[x + row * y + row * z] += threadIdx.x * by[x + y];  //~ RACE
    }
}
