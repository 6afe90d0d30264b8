// A negative power of two that is shifted right again and again ends as -1, whatever bits it had.
#include <raceproof.h>

__global__ void narrow(int* s, int n, int m) {
  __requires(n > 0 && (n & (n - 1)) == 0);
  int p = -n;
  for (int i = 0; i < m; i++) {
    if (i >= 35) s[p + 1] = threadIdx.x; //~ RACE
    p >>= 1;
  }
}

__global__ void wide(int* s, long long n, int m) {
  __requires(n > 0 && (n & (n - 1)) == 0);
  long long p = -n;
  for (int i = 0; i < m; i++) {
    p >>= 2;
    if (i >= 40) s[p + 1] = threadIdx.x; //~ RACE
  }
}

__global__ void shifted(int* s, int n, int m) {
  __requires(n >= 0 && n < 31);
  int p = -(1 << n);
  for (int i = 0; i < m; i++) {
    if (i >= 35) s[p + 1] = threadIdx.x; //~ RACE
    p >>= 1;
  }
}
