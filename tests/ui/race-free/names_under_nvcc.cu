// A header takes a function of the C++ library from the global namespace where it meets nvcc, which looks at it in no template
// that is not used.
#include <complex>
#if defined(__CUDA_ARCH__) && defined(__NVCC__)
#define FROM_LIBRARY(function) using ::function;
#else
#define FROM_LIBRARY(function) using std::function;
#endif
template <class Number>
__device__ float angle(const Number &number) {
    FROM_LIBRARY(arg)
    return arg(number);
}
__global__ void twice(float *cells, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) cells[i] *= 2;
}
