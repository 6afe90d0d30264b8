// Tables of many pointers in a structure that is passed by value.
template <int DEPTH>
struct Lists {
  float *addresses[DEPTH][30];
  int sizes[30];
};

// Two blocks have one tensor.
__global__ void halves(Lists<2> lists) {
  float *y = lists.addresses[1][blockIdx.x / 2];
  y[threadIdx.x] += 1; //~ RACE
}

// The pointer at a fixed place is one of the table, too.
__global__ void fixed(Lists<1> lists) {
  float *x = lists.addresses[0][blockIdx.x];
  float *third = lists.addresses[0][3];
  x[threadIdx.x] = 1; //~ RACE
  third[threadIdx.x + 1] = blockIdx.x; //~ RACE
}

// An index that leads through both dimensions comes to the second list.
__global__ void matrix(Lists<2> lists) {
  if (threadIdx.y >= 2 || blockIdx.x >= 30) return;
  float *x = lists.addresses[threadIdx.y][blockIdx.x];
  float *y = lists.addresses[1][blockIdx.x];
  x[threadIdx.x] = 1; //~ RACE
  if (threadIdx.y == 0) y[threadIdx.x] = 2; //~ RACE
}

// The next cell is another thread's.
__global__ void next(Lists<2> lists) {
  float *y = lists.addresses[1][blockIdx.x];
  y[threadIdx.x] = y[threadIdx.x + 1]; //~ RACE
}
