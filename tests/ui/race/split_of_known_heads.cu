// All three parts go into one tensor, where each head has rows of its own: the parts meet.
constexpr int heads = 4, size = 8;

__global__ void split(float *first, const float *in, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, width = 3 * heads * size;
  if (i >= rows * width)
    return;
  int row = i / width, column = i % width;
  int head = column / size % heads, at = column % size;
  first[(head * rows + row) * size + at] = in[i]; //~ RACE
}
