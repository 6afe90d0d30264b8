// The value that is read was written in this round, and so is another one, by a thread that is further on.
__global__ void rounds(int *out, int n) {
    __shared__ int round;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        round = i;    //~ RACE
        sum += round; //~ RACE
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
void run(int *out, int n) { rounds<<<64, 256>>>(out, n); }
