// The stride is the counter of a loop on the host, which starts at 0. The twin is race-free/host_loop_from_one.cu.
template <typename T> __global__ void spread(T *a, int s) {
    int i = (blockDim.x * blockIdx.x + threadIdx.x) * s;
    a[i] = a[i] + 1; //~ RACE
}

void run(float *a) {
    for (int i = 0; i <= 32; i++) spread<<<2048, 256>>>(a, i);
}
