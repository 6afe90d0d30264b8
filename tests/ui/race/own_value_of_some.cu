// The threads that write all write the same, but others read, which may come before.
__global__ void some(int *out, int n) {
    __shared__ int size;
    if (threadIdx.x < 64) size = n; //~ BENIGN RACE
    out[blockIdx.x * blockDim.x + threadIdx.x] = size; //~ RACE
}
void run(int *out, int n) { some<<<64, 256>>>(out, n); }
