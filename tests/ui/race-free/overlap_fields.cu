// Arrays of one structure, as long as there are threads.
struct Rows {
  int first[64], second[64];
};

__global__ void fill(int* a, int* b) {
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
}

void run(Rows* rows) {
  fill<<<1, 64>>>(rows->first, rows->second);
}
