// A short value runs round its ring, and is shifted out, for as long as the loop goes on.
__global__ void ring(int* s) {
  unsigned _BitInt(8) c = 0;
  for (int i = 0; i < 300; i++) {
    if (c >= (unsigned _BitInt(8))5) s[0] = threadIdx.x;
    c = (unsigned _BitInt(8))(c + (unsigned _BitInt(8))1) % (unsigned _BitInt(8))5;
  }
}

__global__ void shifted(int* s) {
  unsigned _BitInt(8) c = 200;
  for (int i = 0; i < 300; i++) {
    if (i >= 8 && c != 0) s[0] = threadIdx.x;
    c >>= 1;
  }
}
