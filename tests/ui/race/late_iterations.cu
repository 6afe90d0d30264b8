// Loops in whose late iterations a product or a narrow counter wraps.
// FIXME(wrong verdict): expected race, today possible-race: the loops run too often to be replayed.
__global__ void direct(int* s) {
  for (unsigned i = 0; i < 100000; i++) {
    unsigned q = i * 50000u;
    if (q < i) s[0] = threadIdx.x; //~ RACE
  }
}

__global__ void equal(int* s) {
  for (int i = 0; i < 70000; i++) {
    unsigned q = i * 65537u;
    if (i > 0 && q == 65536u) s[0] = threadIdx.x; //~ RACE
  }
}

__global__ void doubled(int* s) {
  unsigned short c = 3;
  for (int i = 0; i < 70000; i++) {
    if (i >= 65536 && c == 0) s[0] = threadIdx.x; //~ RACE
    c *= 2;
  }
}

__global__ void large_ring(int* s) {
  unsigned long long p = 0;
  for (unsigned i = 0; i < 0x40000000u; i++) {
    if (i == 0x30000000u && p == 0x2000000000000000ull) s[0] = threadIdx.x; //~ RACE
    p = (p + 0x3000000000000001ull) % 0x4000000000000000ull;
  }
}
