// Arrays of one structure: the second begins 32 cells behind the first.
struct Rows {
  int first[32], second[32];
};

__global__ void fill(int* a, int* b) {
  a[threadIdx.x] = 1; //~ RACE?
  b[threadIdx.x] = 2; //~ RACE?
}

void run(Rows* rows) {
  fill<<<1, 64>>>(rows->first, rows->second);
}
