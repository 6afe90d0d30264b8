// Indices by extents that are unsigned, or known to be positive: each number is taken apart and put together in another order.
__global__ void turned(float* out, const float* in, unsigned rows, unsigned columns) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * columns) return;
  out[i % columns * rows + i / columns] = in[i];
}

__global__ void images(float* out, const float* in, unsigned images, unsigned rows, unsigned columns) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= images * rows * columns) return;
  unsigned image = i / (rows * columns), rest = i % (rows * columns);
  unsigned row = rest / columns, column = rest % columns;
  out[row * images * columns + image * columns + column] = in[i];
}

__global__ void known_positive(float* out, const float* in, int images, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (images < 1 || rows < 1 || columns < 1 || i >= images * rows * columns) return;
  int image = i / (rows * columns), rest = i % (rows * columns);
  int row = rest / columns, column = rest % columns;
  out[(row * images + image) * columns + column] = in[i];
}

// Four extents: what is left over by three is left over by two.
__global__ void heads(float* out, const float* in, unsigned batch, unsigned time, unsigned heads, unsigned width) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * heads * time * width) return;
  unsigned b = i / (heads * time * width), rest = i % (heads * time * width);
  unsigned head = rest / (time * width);
  rest = rest % (time * width);
  unsigned t = rest / width, w = rest % width;
  out[((b * time + t) * heads + head) * width + w] = in[i];
}

__global__ void heads_signed(float* out, const float* in, int batch, int time, int heads, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch * heads * time * width) return;
  int b = i / (heads * time * width), rest = i % (heads * time * width);
  int head = rest / (time * width);
  rest = rest % (time * width);
  int t = rest / width, w = rest % width;
  out[b * time * heads * width + t * heads * width + head * width + w] = in[i];
}

// The two halves of each row are turned against each other.
__global__ void halves(float* x, const float* angle, int times, int heads, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, half = width / 2;
  if (i >= times * heads * half) return;
  int time = i / (heads * half), rest = i % (heads * half), head = rest / half, k = rest % half;
  float* row = x + time * heads * width + head * width;
  float a = row[k], b = row[k + half], by = angle[time * half + k];
  row[k] = a - b * by;
  row[k + half] = b + a * by;
}
