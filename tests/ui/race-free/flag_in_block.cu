// Within a block: thread 0 stores, puts a fence and sets a flag; thread 32, of another warp, waits for it, puts a fence and
// reads. In shared memory the flag is set to 0 before a barrier; in global memory each block has a flag of its own.
__global__ void shared_flag(int *out) {
    __shared__ int data, flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = blockIdx.x;
        __threadfence();
        atomicExch(&flag, 1);
    }
    if (threadIdx.x == 32) {
        while (atomicAdd(&flag, 0) == 0) {}
        __threadfence();
        out[blockIdx.x] = data;
    }
}
__global__ void of_the_block(int *out) {
    __shared__ int data, flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = blockIdx.x;
        __threadfence_block();
        atomicExch_block(&flag, 1);
    }
    if (threadIdx.x == 32) {
        while (atomicAdd_block(&flag, 0) == 0) {}
        __threadfence_block();
        out[blockIdx.x] = data;
    }
}
__global__ void global_flags(int *out, int *data, int *flags) {
    if (threadIdx.x == 0) {
        data[blockIdx.x] = 42;
        __threadfence_block();
        atomicExch_block(&flags[blockIdx.x], 1);
    }
    if (threadIdx.x == 32) {
        while (atomicAdd_block(&flags[blockIdx.x], 0) == 0) {}
        __threadfence_block();
        out[blockIdx.x] = data[blockIdx.x];
    }
}
void run(int *out, int *data, int *flags) {
    shared_flag<<<4, 64>>>(out);
    of_the_block<<<4, 64>>>(out);
    global_flags<<<4, 64>>>(out, data, flags);
}
