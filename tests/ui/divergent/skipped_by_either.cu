// Lanes outside of the image pass by the vote and go on: it names them, and they do not come.
__global__ void empty_pixels(float* out, const float* in, int width, int height) {
  int x = threadIdx.x, y = threadIdx.y;
  float value = 0;
  if (x >= width || y >= height) {
    value = 1;
  } else if (__all_sync(0xffffffff, in[x + 16 * y] > 0)) { //~ DIVERGENT
    value = 2;
  }
  out[x + 16 * y + 256 * blockIdx.x] = value;
}

void launch(float* out, const float* in, int width, int height) {
  empty_pixels<<<4, dim3(16, 16)>>>(out, in, width, height);
}
