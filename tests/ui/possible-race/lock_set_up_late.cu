// The lock is set up without a barrier: who has taken it before may lose it.
__global__ void total(int *out) {
    __shared__ int lock, sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    if (threadIdx.x == 0) lock = 0; //~ RACE?
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS_block(&lock, 0, 1) != 0) {} //~ RACE?
        __threadfence_block();
        sum += threadIdx.x; //~ RACE?
        __threadfence_block();
        atomicExch_block(&lock, 0); //~ RACE?
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
void run(int *out) { total<<<4, 128>>>(out); }
