// An index of three dimensions, with extents that are not known.
__global__ void scale(float* volume, int width, int height, int depth) {
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (z < depth && y < height && x < width) {
    volume[z * height * width + y * width + x] *= 2.0f;
  }
}
