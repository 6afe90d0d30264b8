// What was projected at once is split into three tensors, of which each head has its own rows. No extent is known.
__global__ void split(float *first, float *second, const float *in, int rows, int heads, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, width = 3 * heads * size;
  if (i >= rows * width)
    return;
  int row = i / width, column = i % width;
  int which = column / (heads * size), head = column / size % heads, at = column % size;
  if (which == 0)
    first[(head * rows + row) * size + at] = in[i];
  else if (which == 1)
    second[(head * rows + row) * size + at] = in[i];
}
