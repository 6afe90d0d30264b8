// The index of a pointer is counted from behind its array, where another array begins: what is read is of the first one.
struct Lists {
  float* low[2];
  float* high[2];
};

__global__ void from_behind(Lists lists, int back) {
  if (back < 1 || back > 2) return;
  if (threadIdx.x == 0) lists.low[0][0] = 1.0f; //~ RACE
  if (threadIdx.x == 1) lists.low[2 - back][0] = 2.0f; //~ RACE
}

void launch(Lists lists, int back) { from_behind<<<1, 64>>>(lists, back); }
