// Loops that run more often than the numbers that they change have values.
__global__ void shifted(int* s, int m) {
  unsigned _BitInt(8) c = 200;
  for (int i = 0; i < m; i++) {
    if (i == 256) s[c == 0 ? 0 : threadIdx.x + 1] = threadIdx.x; //~ RACE
    c >>= 1;
  }
}

__global__ void shifted_200(int* s) {
  unsigned _BitInt(8) c = 200;
  for (int i = 0; i < 300; i++) {
    if (i >= 256 && c == 0) s[0] = threadIdx.x; //~ RACE
    c >>= 1;
  }
}

__global__ void ring(int* s) {
  unsigned _BitInt(8) c = 0;
  for (int i = 0; i < 300; i++) {
    if (i == 256 && c == (unsigned _BitInt(8))1) s[0] = threadIdx.x; //~ RACE
    c = (unsigned _BitInt(8))(c + (unsigned _BitInt(8))1) % (unsigned _BitInt(8))5;
  }
}

__global__ void doubled_8(int* s) {
  unsigned _BitInt(8) c = 3;
  for (int i = 0; i < 300; i++) {
    if (i == 258 && c == (unsigned _BitInt(8))0) s[0] = threadIdx.x; //~ RACE
    c *= (unsigned _BitInt(8))2;
  }
}
