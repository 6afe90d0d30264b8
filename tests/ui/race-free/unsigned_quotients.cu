// Quotients and remainders of unsigned numbers above 2^31 are no larger than what is divided.
__global__ void quotient(int* s, unsigned n, unsigned m) {
  if (n < 0x7FFFFFFFu) {
    unsigned r = (n + 0x40000000u) / m;
    if (r >= 0xC0000000u) s[0] = threadIdx.x;
  }
}

__global__ void remainder(int* s, unsigned n, unsigned m) {
  unsigned r = (n % 0x7FFFFFFFu + 0x40000000u) % m;
  if (r >= 0xC0000000u) s[0] = threadIdx.x;
}

__global__ void power(int* s, unsigned n) {
  unsigned m = 4u * n;
  if (n < 0x40000000u && (m & (m - 1u)) == 0u && m / 8u == 0x10000001u) s[0] = threadIdx.x;
}
