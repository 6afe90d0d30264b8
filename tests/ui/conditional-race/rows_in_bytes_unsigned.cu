// Each thread runs along its own row, whose distance is in bytes. A width of 2^30 times four is no width at all.
__global__ void along_rows(float* image, unsigned pitch, unsigned width, unsigned height) {
  unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < height) {
    float* cell = (float*)((char*)image + y * pitch);
    *cell = 0.5f * *cell; //~ RACE?
    for (unsigned n = 1; n < width; n++) {
      cell++;
      *cell = *cell + 1.0f; //~ RACE?
    }
  }
}
