// Matrices of a warp, in all shapes and types.
#include <mma.h>
using namespace nvcuda::wmma;

template <int M, int N, int K, class T, class In, class Out, class A, class B>
__global__ void multiply(Out *out, const In *a, const In *b) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    fragment<matrix_a, M, N, K, T, A> fa;
    fragment<matrix_b, M, N, K, T, B> fb;
    fragment<accumulator, M, N, K, Out> c, d;
    fill_fragment(d, Out(0));
    load_matrix_sync(c, out, 64, mem_col_major);
    load_matrix_sync(fa, a, 256);
    load_matrix_sync(fb, b, 256);
    mma_sync(d, fa, fb, c);
    store_matrix_sync(out, d, 64, mem_row_major);
#endif
}

#define SHAPE(m, n, k, type, in, out, a, b) \
    template __global__ void multiply<m, n, k, type, in, out, a, b>(out *, const in *, const in *);
#define SHAPES(in, out) \
    SHAPE(16, 16, 16, in, in, out, row_major, col_major) \
    SHAPE(32, 8, 16, in, in, out, col_major, row_major) \
    SHAPE(8, 32, 16, in, in, out, row_major, row_major)
SHAPES(half, float)
SHAPES(half, half)
SHAPES(signed char, int)
SHAPES(unsigned char, int)
SHAPES(__nv_bfloat16, float)
SHAPE(16, 16, 8, precision::tf32, float, float, col_major, col_major)
SHAPE(8, 8, 4, double, double, double, row_major, col_major)
SHAPE(8, 8, 32, experimental::precision::s4, void, int, row_major, col_major)
SHAPE(8, 8, 32, experimental::precision::u4, void, int, row_major, col_major)

__global__ void match(int *out, const void *a, const void *b) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> fa;
    fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> fb;
    fragment<accumulator, 8, 8, 128, int> c;
    fill_fragment(c, 0);
    load_matrix_sync(fa, a, 128);
    load_matrix_sync(fb, b, 128);
    bmma_sync(c, fa, fb, c);
    store_matrix_sync(out, c, 8, mem_row_major);
#endif
}

__global__ void narrow(half *out, const half *a, const float *c) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    fragment<matrix_a, 16, 16, 16, half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, half, row_major> fb;
    fragment<accumulator, 16, 16, 16, float> wide;
    fragment<accumulator, 16, 16, 16, half> slim;
    load_matrix_sync(fa, a, 16);
    load_matrix_sync(fb, a, 16);
    load_matrix_sync(wide, c, 16, mem_row_major);
    mma_sync(slim, fa, fb, wide);
    mma_sync(wide, fa, fb, slim);
    store_matrix_sync(out, slim, 16, mem_row_major);
#endif
}
