// The same, but what is handed over is stored after the flag is set, or the reader does not wait.
__global__ void too_late(int *out) {
    __shared__ int data, flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicExch(&flag, 1);
        data = blockIdx.x; //~ RACE
    }
    if (threadIdx.x == 32) {
        while (atomicAdd(&flag, 0) == 0) {}
        out[blockIdx.x] = data; //~ RACE
    }
}
__global__ void no_wait(int *out) {
    __shared__ int data, flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = blockIdx.x; //~ RACE
        atomicExch_block(&flag, 1);
    }
    if (threadIdx.x == 32) {
        int seen = atomicAdd_block(&flag, 0);
        out[blockIdx.x] = seen + data; //~ RACE
    }
}
void run(int *out) {
    too_late<<<4, 64>>>(out);
    no_wait<<<4, 64>>>(out);
}
