// Each thread has a cell of its own in a surface, in each of its layers.
__global__ void invert(cudaSurfaceObject_t image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float v = surf2Dread<float>(image, x * sizeof(float), y);
  surf2Dwrite(1.0f - v, image, x * sizeof(float), y);
}

__global__ void copy_layers(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height, int layers) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int l = 0; l < layers; l++) {
    float v;
    surf2DLayeredread(&v, from, x * 4, y, l);
    surf2DLayeredwrite(v, to, x * 4, y, l, cudaBoundaryModeZero);
  }
}
