// Pointers in a structure that is passed by value, of which an index chooses one: each is a parameter like others.
struct Band {
  float* cells;
  int stride;
};

struct Bands {
  Band band[3];
  const float* in;
  int width, height;
};

__global__ void fill_bands(Bands bands) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float* cells = bands.band[blockIdx.z].cells;
  if (x < bands.width && y < bands.height) cells[y * bands.width + x] = bands.in[x];
}

struct Lists {
  float* out[2][2];
  int n;
};

__global__ void fill_lists(Lists lists) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= lists.n) return;
  for (int row = 0; row < 2; row++)
    for (int side = 0; side < 2; side++) lists.out[row][side][i] = row;
}

void launch(Bands bands, Lists lists) {
  if (bands.width > 0) fill_bands<<<dim3(4, 4, 3), dim3(16, 16)>>>(bands);
  fill_lists<<<16, 256>>>(lists);
}
