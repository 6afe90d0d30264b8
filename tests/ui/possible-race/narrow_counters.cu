// Loops that run too often to be replayed, and a quotient of what memory holds.
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


__global__ void high(int* s, const unsigned* d) {
  unsigned q = __umulhi(d[0], 0xCCCCCCCDu) >> 3;
  if (q > 300000000u) s[0] = threadIdx.x; //~ RACE
}
