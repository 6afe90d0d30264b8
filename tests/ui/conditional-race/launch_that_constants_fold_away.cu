// The only launch is in a branch that is never taken. It is what the kernel is for all the same: one block.
// The twin is race/launch_that_constants_fold_away.cu.
__global__ void total(const int *in, int *out) {
    __shared__ int part[64];
    part[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < 64; i++) sum += part[i];
        out[0] = sum; //~ RACE
    }
}

void run(const int *in, int *out) {
    int size = 32;
    if (size == 64) {
        total<<<1, 64>>>(in, out);
    }
}
