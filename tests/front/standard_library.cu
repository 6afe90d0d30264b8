// The C++ library beside our declarations.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>
#include <new>
#include <vector>
#include <cuda_runtime.h>
using namespace std;

__global__ void mathematics(float *f, double *d, int *p) {
    f[0] = std::sqrt(f[1]) + std::pow(f[2], 2) + abs(f[3]) + std::abs(f[4]) + isnan(f[2]) + std::isnan(f[4]);
    f[1] = fabs(f[4]) + std::max(f[2], f[3]) + max(p[3], 3) + min(d[2], f[2]) + sin(3) + pow(2, 3) + floor(d[2]);
    f[2] = std::floor(f[2]) + exp(f[2]) + fmax(f[2], d[3]) + std::min(p[3], p[4]) + std::numeric_limits<float>::max();
    memcpy(p, f, 12);
    std::memset(p, 0, 4);
    new (p) int(3);
    printf("%d\n", p[0]);
    d[0] = abs(d[3]) + log(d[2]) + round(d[3]) + signbit(f[2]) + isinf(d[4]) + std::log2(f[2]);
    dim3 shape = blockDim;
    uint3 place = threadIdx;
    p[7] = shape.x + place.y;
}

int main() {
    int *p;
    cudaMalloc(&p, 10);
    mathematics<<<dim3(1, 2), 256, 0, 0>>>(0, 0, p);
    float s = sqrt(2.0f) + sinf(2) + max(1, 2) + min(2.f, 3.f) + pow(2, 3) + abs(-1.5f) + fabs(-1.5);
    std::cout << s;
    printf("%f", s);
    std::vector<int> v;
    sort(v.begin(), v.end());
    srand(1);
    if (cudaGetLastError() != cudaSuccess) printf("%s", cudaGetErrorString(cudaGetLastError()));
    exit(0);
}
