// raceproof: --block-dim 32
// A stack for each thread in shared memory: how high it is depends on the data.
__global__ void walk(const int *left, const int *right, int *sums) {
  __shared__ int stack[32][24];
  int top = 0, sum = 0;
  stack[threadIdx.x][top++] = threadIdx.x;
  while (top > 0) {
    int node = stack[threadIdx.x][--top];
    sum += node;
    if (left[node] >= 0) stack[threadIdx.x][top++] = left[node];
    if (right[node] >= 0) stack[threadIdx.x][top++] = right[node];
  }
  sums[blockIdx.x * 32 + threadIdx.x] = sum;
}
