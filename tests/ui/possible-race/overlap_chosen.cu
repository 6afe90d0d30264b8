// Whether the launch is made where the same pointer was chosen is not seen.
__global__ void shift(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x + 1]; //~ RACE?
}

void unlike(int* a, int* b, bool second) {
  int* from = second ? b : a;
  if (from != b) shift<<<1, 64>>>(from, b);
}
