// Between a thread's write and its read lie two barriers, and between these another value: what is read is 1 or 2.
__global__ void stale(int *out) {
    __shared__ int state;
    state = 1; //~ BENIGN
    __syncthreads();
    if (threadIdx.x == 0) state = 2;
    __syncthreads();
    if (threadIdx.x == 33) state = 1; //~ RACE
    out[blockIdx.x * blockDim.x + threadIdx.x] = state; //~ RACE
}
void run(int *out) { stale<<<64, 256>>>(out); }
