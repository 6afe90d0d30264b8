// Nothing is compared with the width of an image: that its rows have room for the blocks is up to the host.
__global__ void tiles(float* to, int pitch, int left, int top) {
  int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x + left, row = blockIdx.y + top;
  to[__mul24((row << 3) + y, pitch) + (column << 3) + x] = x; //~ RACE
}

__global__ void columns(float* to, int pitch) {
  int x = (threadIdx.y * 8 + threadIdx.x) + blockIdx.x * 32, y = blockIdx.y * 16 + threadIdx.z * 8;
  to += __mul24(y, pitch) + x;
  for (int i = 0; i < 8; i++) to[i * pitch] = x; //~ RACE
}

void run(float* to, int pitch, int width, int height) {
  tiles<<<dim3(width / 8, height / 8), dim3(8, 8)>>>(to, pitch, 0, 0);
  columns<<<dim3(width / 32, height / 16), dim3(8, 4, 2)>>>(to, pitch);
}
