// A power of two that is shifted right again and again ends as 0, a negative one as -1.
#include <raceproof.h>

__global__ void positive(int* s, int n, int m) {
  __requires(n > 0 && (n & (n - 1)) == 0);
  int p = n;
  for (int i = 0; i < m; i++) {
    if (i >= 35 && p != 0) s[p] = threadIdx.x;
    p >>= 1;
  }
}

__global__ void negative(int* s, int n, int m) {
  __requires(n > 0 && (n & (n - 1)) == 0);
  int p = -n;
  for (int i = 0; i < m; i++) {
    if (i >= 35 && p != -1) s[p + 1] = threadIdx.x;
    p >>= 1;
  }
}
