// raceproof: --block-dim 256
// Three arrays by turns, without a barrier before they are read first.
__global__ void turns(int n) {
  __shared__ int a[256], b[256], c[256], out[256];
  int t = threadIdx.x;
  a[t] = b[t] = c[t] = t; //~ RACE
  int *now = a, *next = b, *last = c, sum = 0;
  for (int i = 0; i < n; i++) {
    sum += now[t ^ 1]; //~ RACE
    int* first = now;
    now = next;
    next = last;
    last = first;
  }
  out[t] = sum;
}
