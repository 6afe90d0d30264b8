// Two strides that the caller passes: rows have to hold their cells, and layers their rows.

__global__ void scale(int width, int height, int depth, int row, int layer, const float *by, float *data) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int z = threadIdx.z + blockIdx.z * blockDim.z;
    if (x < width && y < height && z < depth) {
        data[x + row * y + layer * z] += threadIdx.x * by[x + y];  //~ RACE
    }
}
