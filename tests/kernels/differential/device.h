// Functions that the generated kernels call, for both compilers.
__device__ int sum_to(int k) { int s = 0; for (int i = 1; i <= k; i++) s += i; return s; }
__device__ int log_of(unsigned x) { int r = 0; while (x >>= 1) r++; return r; }
__device__ int clamp_to(int x, int lo, int hi) { if (x < lo) return lo; if (x > hi) return hi; return x; }
__device__ int gcd_of(int x, int y) { while (y) { int z = x % y; x = y; y = z; } return x; }
__device__ int digits(int x) { int d = 0; do { d++; x /= 10; } while (x); return d; }
__device__ int bits_of(unsigned x) { int s = 0; for (; x; x &= x - 1) s++; return s; }
__device__ void put(int *p, int at, int value) { if (at >= 0) p[at] = value; }
__device__ int find(const int *p, int count, int value) { for (int i = 0; i < count; i++) if (p[i] == value) return i; return -1; }
