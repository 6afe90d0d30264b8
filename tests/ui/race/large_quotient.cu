// A quotient of what memory holds.
__global__ void high(int* s, const unsigned* d) {
  unsigned q = __umulhi(d[0], 0xCCCCCCCDu) >> 3;
  if (q > 300000000u) s[0] = threadIdx.x; //~ RACE
}
