// The rest begins where the last vector does.
__global__ void twice(float *x, const float *y, size_t n) {
    size_t vectors = n / 4;
    float4 *to = (float4 *)x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += blockDim.x * gridDim.x) {
        to[i] = make_float4(1, 1, 1, 1); //~ RACE
    }
    size_t first = (vectors - 1) * 4;
    if (vectors == 0) {
        return;
    }
    for (unsigned i = first + blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        x[i] = 2 * y[i]; //~ RACE
    }
}
