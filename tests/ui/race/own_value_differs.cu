// Each thread writes a value of its own and reads another one's back.
__global__ void last(int *out) {
    __shared__ int mine;
    mine = threadIdx.x; //~ RACE
    out[blockIdx.x * blockDim.x + threadIdx.x] = mine; //~ RACE
}
void run(int *out) { last<<<64, 256>>>(out); }
