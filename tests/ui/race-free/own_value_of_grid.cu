// The same with a variable of all blocks: the value is read from a table that nobody writes.
__device__ int chosen;
__device__ int table[4];
__global__ void pick(int *out, int op) {
    chosen = table[op]; //~ BENIGN
    out[blockIdx.x * blockDim.x + threadIdx.x] = chosen; //~ BENIGN
}
void run(int *out, int op) { pick<<<64, 256>>>(out, op); }
