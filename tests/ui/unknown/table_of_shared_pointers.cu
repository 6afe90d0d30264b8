// raceproof: --block-dim 256
// Which of the arrays is read is chosen by a table whose entries depend on a variable.
__global__ void choose(int n, int at) {
  __shared__ int low[256], high[256], sums[256];
  int* parts[2];
  parts[at & 1] = low;
  parts[~at & 1] = high;
  int t = threadIdx.x;
  low[t] = t;
  high[t] = n;
  sums[t] = parts[n & 1][t ^ 1];
}
