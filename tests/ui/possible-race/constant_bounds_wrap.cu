// Loops with large constant bounds, in whose late iterations a product wraps.
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
