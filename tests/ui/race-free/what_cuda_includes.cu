// nvcc's own headers bring parts of the C++ library along, which a source may use without a word.
#include <cuda_runtime.h>

__global__ void scale(const float *x, float *y, std::size_t n) {
    std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
    if (i < n) {
        y[i] = std::sqrt(x[i]);
    }
}

void twice(float *x, float *y, std::size_t n) {
    scale<<<256, 256>>>(x, y, n);
    std::swap(x, y);
    scale<<<256, 256>>>(x, y, n);
    float *copy = static_cast<float *>(malloc(n * sizeof(float)));
    memcpy(copy, y, n * sizeof(float));
    free(copy);
}
