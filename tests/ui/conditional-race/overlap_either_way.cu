// Both ways overlap, so far apart as other numbers say; by the first one the rows of one are not those of the other.
struct Row {
  int cells[64];
};

__global__ void copy(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x]; //~ RACE
}

void run(int* p, int n, int m, bool rows) {
  if (n < 1) return;
  int* from = rows ? (int*)((Row*)p + n) : p + m + 1;
  copy<<<1, 64>>>(p, from);
}
