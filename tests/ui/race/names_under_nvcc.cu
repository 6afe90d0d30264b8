// As race-free/names_under_nvcc, with a cell that is the neighbour's.
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
__global__ void sums_of_two(float *cells, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) cells[i] += cells[i + 1]; //~ RACE
}
