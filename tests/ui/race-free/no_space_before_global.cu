// nvcc takes what stands behind a literal for a word of its own.
extern "C"__global__ void twice(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] *= 2;
    }
}
