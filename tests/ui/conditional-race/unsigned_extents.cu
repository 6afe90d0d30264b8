// The guard lets one column too many through, which is the first of the next row.
__global__ void narrow(float* out, unsigned width, unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > width || y >= height) return;
  out[y * width + x] = x; //~ RACE
}

// A signed pitch may be negative: rows then overlap without any wrap.
__global__ void negative(float* out, int pitch) {
  int x = threadIdx.x;
  int y = threadIdx.y;
  out[y * pitch + x] = x; //~ RACE
}
