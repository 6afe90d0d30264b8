// The stride is the counter of a loop on the host, which starts at 1. The twin is conditional-race/host_loop_from_zero.cu.
template <typename T> __global__ void spread(T *a, int s) {
    int i = (blockDim.x * blockIdx.x + threadIdx.x) * s;
    a[i] = a[i] + 1;
}

void run(float *a) {
    for (int i = 1; i <= 32; i++) spread<<<2048, 256>>>(a, i);
}
