// Pointers in a structure that is passed by value, of which an index chooses one. All bands are written through the same one, and
// two threads write each cell of a list.
struct Bands {
  float* cells[3];
  const float* in;
  int width;
};

__global__ void fill_bands(Bands bands) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float* cells = bands.cells[blockIdx.y / 3];
  if (x < bands.width) cells[x] = blockIdx.y; //~ RACE
}

struct Lists {
  float* out[2];
  int n;
};

__global__ void fill_lists(Lists lists, int side) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < lists.n) lists.out[side & 1][i / 2] = i; //~ RACE
}

void launch(Bands bands, Lists lists, int side) {
  fill_bands<<<dim3(4, 3), 256>>>(bands);
  fill_lists<<<16, 256>>>(lists, side);
}
