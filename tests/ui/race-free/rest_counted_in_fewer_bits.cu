// The length has 64 bits, and what counts to it 32: with lengths that 32 bits do not hold, the loops would never end.
__global__ void twice(float *x, const float *y, size_t n) {
    size_t vectors = n / 4;
    float4 *to = (float4 *)x;
    const float4 *from = (const float4 *)y;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += blockDim.x * gridDim.x) {
        float4 v = from[i];
        to[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    }
    size_t first = vectors * 4;
    for (unsigned i = first + blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        x[i] = 2 * y[i];
    }
}
