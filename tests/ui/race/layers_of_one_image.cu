// Images of a batch in planes of one and a half heights, in layers of blocks. Neither kernel moves its pointer to the layer's first image,
// so that all layers write the first one, whatever the pitch is.
__global__ void blend(unsigned char* images, int pitch, int width, int height, int count) {
  int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  int y = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (x + 1 >= width || y + 1 >= height) return;
  unsigned char* at = images + y * pitch + x;
  int rows = height * 3 / 2;
  for (int i = blockIdx.z; i < count; i += gridDim.z) {
    at[0] = (unsigned char)i; //~ RACE
    at[pitch] = (unsigned char)y; //~ RACE
    at += pitch * rows;
  }
}

void blend_all(unsigned char* images, int pitch, int width, int height, int count) {
  dim3 block(32, 32), grid((width / 2 + 31) / 32, (height / 2 + 31) / 32, count < 32 ? count : 32);
  blend<<<grid, block>>>(images, pitch, width, height, count);
}

__global__ void fill(unsigned char* images, int pitch, int width, int height, int count) {
  int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x + 1 >= width || y >= height) return;
  unsigned char* at = images + y * pitch + x;
  int rows = height * 3 / 2;
  for (int i = blockIdx.z; i < count; i += gridDim.z) {
    at[0] = (unsigned char)i; //~ RACE
    at[1] = (unsigned char)y; //~ RACE
    at += pitch * rows;
  }
}
