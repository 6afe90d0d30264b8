// Unsigned numbers above 2^31 that an open divisor divides, that a choice or a shift passes on, and that are powers of two.
__global__ void quotient(int* s, unsigned n, unsigned m) {
  if (n < 0x7FFFFFFFu) {
    unsigned r = (n + 0x40000000u) / m;
    if (r >= 0x90000000u) s[0] = threadIdx.x; //~ RACE
  }
}

__global__ void remainder(int* s, unsigned n, unsigned m) {
  unsigned r = (n % 0x7FFFFFFFu + 0x40000000u) % m;
  if (r >= 0x90000000u) s[0] = threadIdx.x; //~ RACE
}

__global__ void both(int* s, unsigned n, unsigned m) {
  unsigned a = (n & 0xFFFFu) * 65536u;
  if (a % m > 0x80000000u && m > a) s[0] = threadIdx.x; //~ RACE
}

__global__ void by_large(int* s, unsigned n, unsigned m) {
  unsigned r = n % (m % 0x7FFFFFFFu + 0x40000000u);
  if (r >= 0x90000000u) s[0] = threadIdx.x; //~ RACE
}

__global__ void chosen(int* s, unsigned n, unsigned c) {
  unsigned x = n % 0x7FFFFFFFu + 0x40000000u;
  unsigned y = c ? x : n & 7u;
  if (y >= 0x90000000u) s[0] = threadIdx.x; //~ RACE
}

__global__ void shifted(int* s, unsigned n, unsigned m) {
  unsigned r = (n % 0x7FFFFFFFu + 0x40000000u) >> (m & 1u);
  if (r >= 0x90000000u) s[0] = threadIdx.x; //~ RACE
}

__global__ void power(int* s, unsigned n) {
  unsigned m = 4u * n;
  if (n < 0x40000000u && (m & (m - 1u)) == 0u && m / 8u == 0x10000000u) s[0] = threadIdx.x; //~ RACE
}
