// What a pointer is told to point into: a cell of shared or of global memory is none of the thread's own, so that the branches
// for such cells, where the counting would be no atomic one, are not taken.
__device__ void count(int *cell) {
    if (__isLocal(cell)) *cell += 1;
    else atomicAdd(cell, 1);
}
__global__ void in_global(int *total) { count(total); }
__global__ void in_shared(int *total) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    count(&sum);
    __syncthreads();
    if (threadIdx.x == 0) total[blockIdx.x] = sum;
}
__global__ void by_space(int *total, int n) {
    __shared__ int sum;
    int *cell = n > 3 ? &sum : total;
    if (!__isShared(cell)) atomicAdd(cell, 1);
    if (__isShared(cell) && threadIdx.x == 0) *cell = n;
}
void run(int *total, int *more, int n) {
    in_global<<<4, 64>>>(total);
    in_shared<<<4, 64>>>(total);
    by_space<<<4, 64>>>(total, n);
}
