// Tables of many pointers in a structure that is passed by value.
struct Levels {
  const float *level[20];
  float *out;
  int levels, width;
};

__global__ void sample(Levels p, const float *at) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= p.width) return;
  int level = min(max((int)at[x], 0), p.levels);
  p.out[x] = p.level[level][x];
}

template <int DEPTH>
struct Lists {
  void *addresses[DEPTH][30];
  int sizes[30];
};

// Each block has tensors of its own; what is read and what is written are two lists.
__global__ void add_scaled(Lists<2> lists, float a) {
  int n = lists.sizes[blockIdx.x];
  const float *x = (const float *)lists.addresses[0][blockIdx.x];
  float *y = (float *)lists.addresses[1][blockIdx.x];
  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] += a * x[i];
}

// The first pointer of the table, where no other block has it.
__global__ void first(Lists<1> lists) {
  float *x = (float *)lists.addresses[0][blockIdx.x + 1];
  float *own = (float *)lists.addresses[0][0];
  x[threadIdx.x] = 1;
  if (blockIdx.x == 0) own[threadIdx.x] = 2;
}

// An index that leads through both dimensions.
__global__ void matrix(Lists<3> lists) {
  if (blockIdx.x >= 30 || threadIdx.y >= 3) return;
  float *x = (float *)lists.addresses[threadIdx.y][blockIdx.x];
  x[threadIdx.x] = threadIdx.y;
}
