// The branches for cells of global and of shared memory are no atomic ones.
__device__ void count(int *cell) {
    if (!__isLocal(cell) || __isShared(cell)) *cell += 1; //~ RACE
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
void run(int *total) {
    in_global<<<4, 64>>>(total);
    in_shared<<<4, 64>>>(total);
}
