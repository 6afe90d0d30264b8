// The flag in shared memory is not set to 0 before the reader looks at it: by nobody, or without a barrier. Or it is, but a
// fence is missing.
__global__ void never(int *out) {
    __shared__ int data, flag;
    if (threadIdx.x == 0) {
        data = blockIdx.x; //~ RACE?
        __threadfence_block();
        atomicExch_block(&flag, 1);
    }
    if (threadIdx.x == 32) {
        while (atomicAdd_block(&flag, 0) == 0) {}
        __threadfence_block();
        out[blockIdx.x] = data; //~ RACE?
    }
}
__global__ void no_fence(int *out) {
    __shared__ int data, flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = blockIdx.x; //~ RACE?
        __threadfence_block();
        atomicExch_block(&flag, 1);
    }
    if (threadIdx.x == 32) {
        while (atomicAdd_block(&flag, 0) == 0) {}
        out[blockIdx.x] = data; //~ RACE?
    }
}
void run(int *out) {
    never<<<4, 64>>>(out);
    no_fence<<<4, 64>>>(out);
}
