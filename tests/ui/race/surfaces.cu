// A neighbour's cell of a surface is read while the neighbour writes it.
__global__ void blur(cudaSurfaceObject_t image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float v = surf2Dread<float>(image, x * sizeof(float), y);
  if (x + 1 < width) v += surf2Dread<float>(image, (x + 1) * sizeof(float), y); //~ RACE
  surf2Dwrite(v / 2, image, x * sizeof(float), y); //~ RACE
}
