// Shifts to the left that are no index arithmetic lose the bits that they shift out.
__global__ void rotated_by_sum(int* s, unsigned n) {
  unsigned r = (n << 8) + (n >> 24);
  if ((r & 255u) == 200u) s[0] = threadIdx.x; //~ RACE
}

__global__ void rotated_in_steps(int* s, unsigned n, int c) {
  unsigned t = 0;
  if (c) t = n << 8;
  unsigned r = t | (n >> 24);
  if ((r & 255u) == 200u && t) s[0] = threadIdx.x; //~ RACE
}

__global__ void by_thread(int* s, unsigned n, int c) {
  unsigned t = 0, own = n + threadIdx.x / 32;
  if (c) t = own << 8;
  unsigned r = t | (own >> 24);
  if ((r & 255u) == 200u && t) s[0] = threadIdx.x; //~ RACE
}

__global__ void sign(int* s, int n) {
  if ((n << 8) < 0 && n > 0) s[0] = threadIdx.x; //~ RACE
}

__global__ void lost(int* s, unsigned n) {
  if (n < 0x02000000u && (n << 8) == 0 && n != 0) s[0] = threadIdx.x; //~ RACE
}

struct Halves {
  unsigned high, low;
};

__device__ Halves split(unsigned n) { return {n << 16, n >> 16}; }

__global__ void halves(int* s, unsigned n) {
  Halves p = split(n);
  if (p.high < 0x10000u && p.low == 7u && p.high / 65536u == 0) s[0] = threadIdx.x; //~ RACE
}

__global__ void power_by_sign(int* s, int n, int m) {
  int p = (int)(1u << n);
  for (int i = 0; i < m; i++) {
    if (p < 0) s[0] = threadIdx.x; //~ RACE
    p >>= 1;
  }
}

__global__ void mask(int* s, int n) {
  unsigned m = 2u << n;
  if (m - 1u == 0xFFFFFFFFu) s[0] = threadIdx.x; //~ RACE
}

__global__ void constant(int* s, unsigned n) {
  unsigned m = 0x10000000u << n;
  if (m == 0) s[0] = threadIdx.x; //~ RACE
}
