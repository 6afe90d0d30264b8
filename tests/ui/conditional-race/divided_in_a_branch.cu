// Where the width is 0 nothing is divided by it, and all threads meet in one cell.
__global__ void rows(int* out, int width) {
  int t = threadIdx.x;
  int row = 0;
  if (width != 0) row = t / width * width + t % width;
  out[row] = t; //~ RACE
}
