// The distance of rows is given in bytes, as `cudaMallocPitch` does.
__global__ void scale(float* data, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    float* row = (float*)((char*)data + y * pitch);
    row[x] *= (float)y; //~ RACE
  }
}
